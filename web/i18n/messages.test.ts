import { describe, expect, expectTypeOf, it } from 'vitest';
import { languages, type Language } from '../../shared/languages.ts';
import { staffLanguages, type StaffLanguage } from '../../shared/staff-languages.ts';
import { sections } from '../admin/registry/sections.ts';
import type { loadNamespace } from './namespaces.ts';
import { staffNamespaces as staffFiles } from './staffNamespaces.ts';

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
const staffNamespaces = new Set<string>(Object.values(sections).flatMap(({ namespaces }) => namespaces));

/** Whether a word of `admin.ts`, `fleet/cases.ts` and so on is read by staff only. */
function isOfStaff(path: string): boolean {
  const [, name = ''] = /(\w+)\.ts\./.exec(path) ?? [];
  return staffNamespaces.has(name);
}

it('loads what only staff read in their languages, and other messages in all', () => {
  expectTypeOf<Parameters<typeof loadNamespace<'cases'>>[1]>().toEqualTypeOf<StaffLanguage>();
  expectTypeOf<Parameters<typeof loadNamespace<'help'>>[1]>().toEqualTypeOf<Language>();
  expectTypeOf<Parameters<typeof loadNamespace<'cases' | 'help'>>[1]>().toEqualTypeOf<StaffLanguage>();
});

it('lists the files of all sections among those that the panel adds', () => {
  const listed = Object.keys(staffFiles).map((file) => file.replace(/^.*\/(\w+)\.ts$/, '$1'));
  expect([...staffNamespaces].filter((name) => !listed.includes(name))).toEqual([]);
});

describe.each(languages)('%s', (language) => {
  const words = wordsOf(language);
  const isStaffLanguage = staffLanguages.some((each) => each === language);

  it('has every word that Spanish has, and no other; those of staff in their languages only', () => {
    const wanted = [...spanish.keys()].filter((path) => isStaffLanguage || !isOfStaff(path));
    expect([...words.keys()].sort()).toEqual(wanted.sort());
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

it('sets no deadline on a fixed day, which passes', () => {
  const deadline =
    /\b(antes del|hasta el|before|until|by|avant le|jusqu’au|vor dem|bis zum|até|antes de)( o dia)? \d{1,2}\.?º?( de)? \p{L}+( de)? 20\d\d/iu;
  const texts = languages.flatMap((language) => [...wordsOf(language)]);
  expect(texts.filter(([, word]) => typeof word === 'string' && deadline.test(word))).toEqual([]);
});
