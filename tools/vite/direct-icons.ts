import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const createIcon = resolve(import.meta.dirname, '../../web/ui/createIcon.ts');
const index = fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs'));

/** The module of each icon, by the names that the library's index exports it under. */
function iconModules(): ReadonlyMap<string, string> {
  const exports = readFileSync(index, 'utf8').matchAll(/^export \{(.+)\} from '\.\/(icons\/.+)';$/gm);
  return new Map(
    [...exports].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [
        name,
        `lucide-react/dist/esm/${file}`,
      ]),
    ),
  );
}

/**
 * Imports each icon from its own module instead of the library's index, which imports all of them. Thus `chunks.ts` sees
 * which page needs which icon. Each is made by our own small function instead of the library's.
 */
export function directIcons(): Plugin {
  const modules = iconModules();
  const importOne = (name: string): string => {
    const [icon = '', local = icon] = name.trim().split(' as ');
    const file = modules.get(icon);
    if (!file) throw new Error(`lucide-react has no icon ${icon}`);
    return `import ${local} from '${file}';`;
  };
  return {
    name: 'direct-icons',
    apply: 'build',
    enforce: 'post',
    resolveId: {
      order: 'pre',
      filter: { id: /\/createLucideIcon\.mjs$/ },
      handler: () => createIcon,
    },
    transform: (code, id) =>
      id.includes('/node_modules/') || !code.includes('lucide-react')
        ? null
        : code.replace(/import \{([^}]+)\} from ['"]lucide-react['"];?/g, (_, names: string) =>
            names.split(',').map(importOne).join(''),
          ),
  };
}
