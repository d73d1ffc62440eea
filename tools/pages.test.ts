import type { Manifest } from 'vite';
import { expect, test } from 'vitest';
import { builtPages } from './pages.ts';

const chunk = (name: string, ...imports: readonly string[]): Manifest[string] => ({
  file: `assets/${name}.js`,
  imports: [...imports],
});
const manifest: Manifest = {
  'index.html': chunk('index', '_shared.js'),
  '_shared.js': chunk('shared'),
  'start.tsx': chunk('start', '_shared.js', '_auth.js'),
  '_auth.js': chunk('auth', 'start.tsx'),
  ...Object.fromEntries(['es', 'en', 'fr', 'pt', 'de'].map((name) => [`i18n/${name}/index.ts`, chunk(name)])),
};
const html = '<template data-picture="entrance"></template>';

test('a page lists each file once, in its language, without those that the document itself names', () => {
  const modules = ['start.tsx', 'i18n/{language}/index.ts'];
  const [page] = builtPages([{ path: '/', picture: 'home', modules }], manifest, html);
  expect(page).toMatchObject({ path: '/', picture: 'home' });
  expect(page?.files['de']).toEqual(['/assets/start.js', '/assets/auth.js', '/assets/de.js']);
});

test('an unknown module fails the build', () => {
  const modules = ['start.tsx', 'home/Renamed.tsx'];
  expect(() => builtPages([{ path: '/', picture: 'home', modules }], manifest, html)).toThrow(
    'web/home/Renamed.tsx is not a chunk of the build',
  );
});

test('an unknown picture fails the build', () => {
  expect(() => builtPages([{ path: '/rate/*', picture: 'public', modules: [] }], manifest, html)).toThrow(
    '/rate/* starts with the picture “public”',
  );
});
