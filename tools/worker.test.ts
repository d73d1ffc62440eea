import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Manifest } from 'vite';
import { expect, test } from 'vitest';
import { languages } from '../shared/languages.ts';
import { staffLanguages } from '../shared/staff-languages.ts';
import { sectionIds, sections } from '../web/admin/registry/sections.ts';
import { isOfBooking, isOfHelp, isOfTrip, isStored } from './worker.ts';

const web = resolve(import.meta.dirname, '../web');
const find = (pattern: string) => globSync(pattern, { cwd: web }).map((path) => path.replaceAll('\\', '/'));

test.each(sectionIds)('a device stores neither the section %s nor its messages', (id) => {
  const files = find(`admin/${id}/*.tsx`);
  expect(files).toContain(`admin/${id}/${id.charAt(0).toUpperCase()}${id.slice(1)}Section.tsx`);
  const messages = sections[id].namespaces.flatMap((name) => find(`i18n/*/**/${name}.ts`));
  expect(messages).toHaveLength(staffLanguages.length * sections[id].namespaces.length);
  expect([...files, ...messages].filter(isStored)).toEqual([]);
});

test('a device stores everything that passengers and drivers open', () => {
  const names = ['home/panels/MapPanel.tsx', 'i18n/es/kiosk.ts', 'i18n/de/fleet/ownDocuments.ts'];
  expect(names.filter((name) => find(name).length === 1 && isStored(name))).toEqual(names);
});

test('no device stores what staff send to passengers and print for them', () => {
  const names = [...find('i18n/*/replies.ts'), ...find('i18n/*/cards.ts')];
  expect(names).toHaveLength(2 * languages.length);
  expect(names.filter(isStored)).toEqual([]);
});

test('the booking page is stored on the phones that open it, and on no device', () => {
  const names = [...find('public-pages/booking/*.tsx'), ...find('i18n/*/booking.ts')];
  const shared = find('i18n/*/tripCode.ts');
  expect(names.length).toBeGreaterThan(languages.length);
  expect(names.filter(isStored)).toEqual([]);
  expect([...names, ...shared].filter(isOfBooking)).toEqual([...names, ...shared]);
  expect(shared.filter(isStored)).toEqual(shared);
});

test('the form of cases is stored on the phones that open it, without the booking page', async () => {
  const names = [...find('public-pages/{Help,Case}Screen.tsx'), ...find('i18n/*/help.ts')];
  expect(names).toHaveLength(2 + languages.length);
  expect(names.filter((name) => !isOfHelp(name))).toEqual([]);
  expect([...find('public-pages/booking/*.tsx'), ...find('i18n/*/booking.ts')].filter(isOfHelp)).toEqual([]);
  const path = resolve(import.meta.dirname, '../dist/.vite/manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  const { dynamicImports = [] } = manifest['public-pages/HelpScreen.tsx'] ?? {};
  expect(dynamicImports, 'the shrinking of its photo').toHaveLength(1);
  expect(dynamicImports.filter((name) => !isOfHelp(name))).toEqual([]);
});

test('the page of a trip is stored on the phones that open it, with all that it loads later, and on no device', async () => {
  const names = [...find('public-pages/trip/*.tsx'), ...find('i18n/*/tripPage.ts')];
  expect(names.length).toBeGreaterThan(languages.length);
  const code = names.filter((name) => !name.includes('.test.'));
  expect(code.filter((name) => !isOfTrip(name))).toEqual([]);
  expect(code.filter(isStored)).toEqual([]);
  expect([...find('public-pages/booking/*.tsx'), ...find('i18n/*/help.ts')].filter(isOfTrip)).toEqual([]);
  const path = resolve(import.meta.dirname, '../dist/.vite/manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  const later = ['TripScreen', 'AfterTrip', 'DelayDialog'].flatMap(
    (name) => manifest[`public-pages/trip/${name}.tsx`]?.dynamicImports ?? [],
  );
  expect(later.length).toBeGreaterThan(1);
  expect(later.filter((name) => !isOfTrip(name))).toEqual([]);
});
