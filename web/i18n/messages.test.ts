import { describe, expect, it } from 'vitest';
import { languages, type Language } from '../../shared/languages.ts';

/** Every namespace of every language: `./es/login.ts`, `./es/fleet/vehicles.ts` and so on. */
const modules = import.meta.glob<Record<string, unknown>>(['./*/**/*.ts', '!./*/index.ts'], { eager: true });

type Leaf = readonly [path: string, value: unknown];

function leaves(value: unknown, path: string): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

function wordsOf(language: Language): Map<string, unknown> {
  const own = Object.entries(modules).filter(([file]) => file.startsWith(`./${language}/`));
  return new Map(own.flatMap(([file, namespace]) => leaves(namespace, file.slice(language.length + 3))));
}

const spanish = wordsOf('es');

describe.each(languages)('%s', (language) => {
  const words = wordsOf(language);

  it('has every word that Spanish has, and no other', () => {
    expect([...words.keys()].sort()).toEqual([...spanish.keys()].sort());
  });

  it('has no empty word, and none with a stray space', () => {
    const texts = [...words].filter(([, word]) => typeof word === 'string');
    const bad = texts.filter(([, word]) => word === '' || word !== String(word).trim());
    expect(bad).toEqual([]);
  });
});

it.each(languages.filter((language) => language !== 'es'))('%s is a translation, not a copy', (language) => {
  const words = wordsOf(language);
  const copied = [...spanish].filter(
    ([path, word]) => typeof word === 'string' && word.split(' ').length > 4 && words.get(path) === word,
  );
  expect(copied).toEqual([]);
});
