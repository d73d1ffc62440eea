import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Colours that are no part of the design, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'web/styles/theme.css': 'the one file of tokens',
  'web/login/ProviderLogo.tsx': 'logos of other companies, in their own colours',
  'web/data/files/shrinkPhoto.ts': 'the ground of an uploaded photo with transparency',
};

/** A colour by value; `rgb(var(--night) / 50%)` is a token with an opacity. */
const rawColour =
  /(?<![&\w])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(\s*[\d.]/gi;

const sources = globSync('web/**/*.{css,ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.tsx?$/.test(path),
);

function rawColours(path: string): string[] {
  const text = readFileSync(resolve(root, path), 'utf8');
  return [...text.matchAll(rawColour)].map(
    ({ 0: colour, index }) => `${path}:${text.slice(0, index).split('\n').length} ${colour}`,
  );
}

test('no raw colour outside theme.css', () => {
  expect(sources.filter((path) => !(path in exempt)).flatMap(rawColours)).toEqual([]);
});

test('every exemption is needed', () => {
  expect(Object.keys(exempt).filter((path) => rawColours(path).length === 0)).toEqual([]);
});
