import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { admin } from '../../i18n/es/admin.ts';
import { admin as english } from '../../i18n/en/admin.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { renderIn } from '../../testing/render.tsx';
import { section } from '../../testing/administration.tsx';
import { HelpButton } from '../AdminHeader.tsx';
import { sectionIds } from '../registry/sections.ts';
import { guidePages, pageOf, searchGuide } from './guide.ts';
import HelpSection from './HelpSection.tsx';

const dialog = page.getByRole('dialog');
const sections = sectionIds.filter((id) => id !== 'help');

test.for(sections)('the help of the section %s opens its own page', async (id) => {
  await renderIn('es', <HelpButton section={id} name={id} />, ['admin']);
  await page.getByRole('button', { name: admin.helpFor(id) }).click();
  await expect.element(dialog.getByRole('heading', { level: 3, name: pageOf(id).title })).toBeVisible();
});

test('a page leads to others, and the search finds words without accents in all of them', async () => {
  await renderIn('es', <HelpButton section="vehicles" name={admin.vehicles} />, ['admin']);
  await page.getByRole('button', { name: admin.helpFor(admin.vehicles) }).click();
  await dialog.getByRole('button', { name: 'Conductores', exact: true }).first().click();
  const title = dialog.getByRole('heading', { level: 3, name: pageOf('drivers').title, exact: true });
  await expect.element(title).toHaveFocus();
  const search = dialog.getByRole('searchbox');
  await search.fill('dejo la empresa');
  await expect.element(dialog.getByRole('button', { name: 'Conductores' }).first()).toBeVisible();
  await search.fill('xyzzy');
  await expect.element(dialog.getByText(admin.guide.nothing)).toBeVisible();
});

test('the dialog and the section fit a phone and a desktop, and are accessible', async () => {
  await renderIn('es', <HelpButton section="content" name={admin.content} />, ['admin']);
  await page.getByRole('button', { name: admin.helpFor(admin.content) }).click();
  await expect.element(dialog).toBeVisible();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});

test('the section shows the whole guide, and says in English that it is in Spanish', async () => {
  await renderIn('en', <HelpSection location={section.location} />, ['admin']);
  await expect.element(page.getByText(english.guide.spanish)).toBeVisible();
  for (const { title } of guidePages)
    await expect.element(page.getByRole('navigation').getByText(title, { exact: true })).toBeVisible();
  await expectFitsEverywhere();
});

test('pages with the word in their title come first', () => {
  expect(searchGuide('tabletas')[0]?.page.id).toBe('devices');
  expect(searchGuide('nocturna')[0]?.excerpt).toContain('nocturna');
});
