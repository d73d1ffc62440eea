import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { GuideNode, GuideSource } from '../web/admin/help/nodes.ts';
import { today } from '../web/i18n/es/today.ts';
import { trips } from '../web/i18n/es/fleet/trips.ts';
import { sectionIds } from '../web/admin/registry/sections.ts';
import { readGuidePage } from './vite/guide.ts';

const folder = resolve(import.meta.dirname, '../web/admin/help/pages');
const names = await readdir(folder);
const pages = new Map<string, GuideSource>();
for (const name of names) pages.set(name, readGuidePage(await readFile(join(folder, name), 'utf8')));

type Element = Exclude<GuideNode, string>;

function elementsOf(nodes: readonly GuideNode[]): readonly Element[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elementsOf(node.children)]));
}

test.each(sectionIds.filter((id) => id !== 'help'))('the section %s has a page of the guide', (id) => {
  expect(pages.get(`${id}.md`)?.text.length).toBeGreaterThan(200);
});

const cellsOf = (name: string): readonly string[] =>
  elementsOf(pages.get(name)!.nodes).flatMap(({ tag, children }) =>
    tag === 'td' && typeof children[0] === 'string' ? [children[0]] : [],
  );

test('the page of Hoy explains the requests about data, and each need of a trip by its name', () => {
  const explained = cellsOf('today.md');
  expect(explained.join('\n').toLowerCase()).toContain(today.lines.rights(2, '').trim());
  const needs = Object.keys(today.lines).filter((id) => id.startsWith('trip_'));
  expect(needs.length).toBeGreaterThan(10);
  for (const id of needs)
    expect(explained).toContain(trips.needs[id.slice('trip_'.length) as keyof typeof trips.needs]);
});

test('the page about the search names trips, which the server finds', () => {
  expect(cellsOf('start.md')).toContain('Viaje');
});

test('links lead to pages of the guide or to the web, and pictures are there and described', async () => {
  for (const [name, { nodes }] of pages)
    for (const { tag, href = '', src = '', alt } of elementsOf(nodes)) {
      if (tag === 'a')
        expect(names.includes(href) || href.startsWith('https://'), `${name}: ${href}`).toBe(true);
      if (tag !== 'img') continue;
      expect(alt, name).not.toBe('');
      expect((await readFile(join(folder, src))).length, src).toBeLessThan(60_000);
    }
});

test('a page is data: Markdown becomes elements, and markup in it is refused', () => {
  const { title, nodes, text } = readGuidePage(
    '# Autos & más\n\nAbre **Autos**, [Empresa](company.md).\n\n1. Uno\n',
  );
  expect(title).toBe('Autos & más');
  expect(nodes).toEqual([
    {
      tag: 'p',
      children: [
        'Abre ',
        { tag: 'strong', children: ['Autos'] },
        ', ',
        { tag: 'a', href: 'company.md', children: ['Empresa'] },
        '.',
      ],
    },
    { tag: 'ol', children: [{ tag: 'li', children: ['Uno'] }] },
  ]);
  expect(text).toBe('Abre Autos, Empresa. Uno');
  expect(() => readGuidePage('# Autos\n\n<script>alert(1)</script>\n')).toThrow('html');
  expect(() => readGuidePage('Autos\n')).toThrow('title');
});
