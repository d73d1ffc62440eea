import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { admin as words } from '../i18n/es/admin.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { devices, expectNoSidewaysScroll, filledButtons, phone } from '../testing/looks.ts';
import { longLists, openSection } from '../testing/panelLists.tsx';
import { sectionIds, type SectionId } from './registry/sections.ts';

const [wide, tall] = devices;
/** The day, the report, the studio, the company, the rules and the guide have no list of rows. */
const unlisted = ['today', 'report', 'content', 'company', 'documentRules', 'help'] as const;
type Listed = Exclude<SectionId, (typeof unlisted)[number]>;
const listed = sectionIds.filter((id): id is Listed => unlisted.every((each) => each !== id));

/** The number of rows that lie on the screen as a whole, above the pager. */
function visibleRows(): number {
  const pager = document.querySelector('main nav');
  const end = Math.min(innerHeight, pager?.getBoundingClientRect().top ?? innerHeight);
  return [...document.querySelectorAll('main tbody tr, main ul > li')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= end;
  }).length;
}

function linesOf(element: Element): number {
  const text = document.createRange();
  text.selectNodeContents(element);
  const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
  return Math.round(text.getBoundingClientRect().height / lineHeight);
}

/** Two rows of filters, or of tabs, stand above these. */
const belowTwoRows: readonly Listed[] = ['trips', 'shifts', 'documents', 'rights'];

test.for(listed)(
  'nine or ten rows of the %s are on a small laptop’s screen, four on a phone’s',
  async (id) => {
    expect(Object.keys(longLists)).toContain(id);
    await page.viewport(wide.width, wide.height);
    await openSection(id);
    // Rows grow or shrink once more when the words of their cells have been loaded.
    await expect
      .poll(visibleRows, { message: 'on 1280×800' })
      .toBeGreaterThanOrEqual(belowTwoRows.includes(id) ? 9 : 10);
    expectNoSidewaysScroll('on 1280×800');
    await page.viewport(phone.width, phone.height);
    await vi.waitFor(() => expect(document.querySelector('main table')).toBeNull());
    await vi.waitFor(() => expect(document.querySelector('main li')).not.toBeNull());
    await expect.poll(visibleRows, { message: 'on 360×740' }).toBeGreaterThanOrEqual(4);
    expectNoSidewaysScroll('on 360×740');
  },
);

test('nine drivers are on a tablet held upright', async () => {
  await page.viewport(tall.width, tall.height);
  await openSection('drivers');
  await expect.poll(visibleRows).toBeGreaterThanOrEqual(9);
});

/** Whether the text of a list of choices is wider than its field. */
function isCut(select: HTMLSelectElement): boolean {
  const style = getComputedStyle(select);
  const brush = document.createElement('canvas').getContext('2d')!;
  brush.font = style.font;
  const text = select.selectedOptions[0]!.textContent;
  const room =
    select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  return brush.measureText(text).width > room;
}

test.for(listed)('what the filters of the %s say is whole on a tablet held upright', async (id) => {
  await page.viewport(tall.width, tall.height);
  await openSection(id);
  const filters = [...document.querySelectorAll<HTMLSelectElement>('main select')];
  expect(filters.filter(isCut).map((each) => each.selectedOptions[0]!.textContent)).toEqual([]);
});

test.for(listed)('no heading of the %s is broken inside a word on a tablet', async (id) => {
  await page.viewport(tall.width, tall.height);
  await openSection(id);
  const headings = [...document.querySelectorAll('main th[scope=col]:not(:has(input))')];
  expect(headings.length).toBeGreaterThan(1);
  const broken = headings.filter((heading) => linesOf(heading) > heading.textContent.split(' ').length);
  expect(broken.map(({ textContent }) => textContent)).toEqual([]);
});

test.for(listed)('one button of the %s is filled at most', async (id) => {
  await page.viewport(wide.width, wide.height);
  await openSection(id);
  expect(filledButtons().slice(1)).toEqual([]);
});

test.for(['drivers', 'vehicles'] as const)('an edit of the %s can be saved without scrolling', async (id) => {
  await page.viewport(phone.width, phone.height);
  await openSection(id);
  await page
    .getByRole('button', { name: /^Editar/ })
    .first()
    .click();
  const save = page.getByRole('button', { name: words.save, exact: true });
  await expect.element(save).toBeInViewport({ ratio: 1 });
  expect(filledButtons()).toEqual([words.save]);
});

test('on a phone the main act stands in words, and the search unfolds from its button', async () => {
  await page.viewport(phone.width, phone.height);
  await openSection('drivers');
  const { add } = await loadNamespace('newDrivers', 'es');
  const main = page.getByText(add, { exact: true });
  await expect.element(main).toBeVisible();
  const field = page.getByRole('searchbox', { name: words.driverList.search });
  await expect.element(field).not.toBeInTheDocument();
  await page.getByRole('button', { name: words.driverList.search }).click();
  await expect.element(field).toHaveFocus();
  await expect.element(main).not.toBeVisible();
  await userEvent.tab();
  await expect.element(main).toBeVisible();
});
