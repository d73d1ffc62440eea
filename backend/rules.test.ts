import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';
import {
  installationSettings,
  keySettings,
  objectStoreSettings,
  serverSettings,
  smtpSettings,
} from './config/settings.ts';

const root = import.meta.dirname;

interface Source {
  /** Relative to this package, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

async function readSources(): Promise<readonly Source[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile() && /\.(ts|sql|md|json)$/.test(each.name));
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = relative(root, join(parentPath, name)).replaceAll(sep, '/');
      return { path, text: await readFile(join(parentPath, name), 'utf8') };
    }),
  );
}

const sources = (await readSources()).filter(({ path }) => path !== 'rules.test.ts');

/** Nouns of the product that this package was written for. “WhatsApp” alone is a channel of one-time codes. */
const nouns = ['driver', 'taxi', 'passenger', 'plate', 'review', 'imagenes', 'chile', 'andes'];
const spellings = nouns.flatMap((noun) => [
  `(?<![A-Za-z])${noun}`,
  `(?<![A-Z])${noun.toUpperCase()}`,
  noun.charAt(0).toUpperCase() + noun.slice(1),
]);
const productWords = new RegExp(
  [...spellings, '[Ww]hats[Aa]pp_?[Nn]umber', 'WHATSAPP_NUMBER'].join('|'),
  'g',
);

test('no file names the product', () => {
  const found = sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const words = line.match(productWords);
      return words ? [`${path}:${index + 1} ${words.join(' ')}`] : [];
    }),
  );
  expect(found).toEqual([]);
});

const isTest = /\.test\.ts$|^(testing|wire)\/|\/(testing|fixture)\.ts$/;

test('no file imports from outside this package, and every package that the server needs is declared', async () => {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const found = sources
    .filter(({ path }) => path.endsWith('.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gm)]
        .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
        .filter((target) => {
          if (target.startsWith('.'))
            return relative(root, resolve(root, dirname(path), target)).startsWith('..');
          const [name = ''] = /^(@[^/]+\/)?[^/]+/.exec(target) ?? [];
          return !isTest.test(path) && !target.startsWith('node:') && !(name in dependencies);
        })
        .map((target) => `${path} → ${target}`),
    );
  expect(found).toEqual([]);
});

test('the README names every setting', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const tables = [installationSettings, keySettings, objectStoreSettings, serverSettings, smtpSettings];
  const names = tables.flatMap((table) => Object.values(table).map(({ name }) => name));
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('connection strings are read in one place, which decides about TLS', () => {
  const found = sources.filter(
    ({ path, text }) => !isTest.test(path) && /connectionString|parseIntoClientConfig/.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual(['db/address.ts']);
});
