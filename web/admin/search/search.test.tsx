import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StaffRole } from '../../../shared/roles.ts';
import type { FoundItem } from '../../data/company/search.ts';
import { admin as t } from '../../i18n/es/admin.ts';
import { common } from '../../i18n/es/common.ts';
import { announcements } from '../../i18n/es/fleet/announcements.ts';
import { documents } from '../../i18n/es/fleet/documents.ts';
import { newDrivers } from '../../i18n/es/fleet/newDrivers.ts';
import { rights } from '../../i18n/es/fleet/rights.ts';
import { studio } from '../../i18n/es/studio.ts';
import { search as words } from '../../i18n/es/search.ts';
import { devices, expectAccessibleInBothThemes, expectNoSidewaysScroll, phone } from '../../testing/looks.ts';
import { openSection } from '../../testing/panelLists.tsx';
import { renderIn } from '../../testing/render.tsx';
import { skipTime } from '../../testing/skipTime.ts';
import { adminKey } from '../parts/useChange.ts';
import { RoleContext } from '../parts/useMay.ts';
import { CompanySearch } from './CompanySearch.tsx';

const [wide] = devices;
beforeEach(() => page.viewport(wide.width, wide.height));

const field = page.getByRole('combobox', { name: t.find.label });
const list = page.getByRole('listbox');
const option = page.getByRole('option');
const none = { title: null, plate: null, code: null, state: null, owner: null, detail: null };
const driver: FoundItem = {
  ...none,
  kind: 'driver',
  id: 'd',
  title: 'Ana Soto',
  plate: 'BBCD12',
  code: 'C-7',
  state: 'active',
};
const sotos: readonly FoundItem[] = [
  driver,
  { ...driver, id: 'l', title: 'Luis Soto', plate: 'XXYY77', code: 'C-8', state: 'left' },
  { ...none, kind: 'vehicle', id: 'v', plate: 'BBCD12', detail: 'Kia Carnival' },
  { ...none, kind: 'user', id: 'u', title: 'soto@example.com' },
];

/** Opens the panel, whose server finds the same for each query. */
const openPanel = (found: readonly FoundItem[], ...queries: readonly string[]) =>
  openSection('vehicles', { loaded: queries.map((query) => [[adminKey, 'search', query], found]) });
/** Typed slowly, its beginnings are searched too. */
const openSotos = () => openPanel(sotos, 'so', 'sot', 'soto');

test('“/” and Ctrl+K lead to the search; arrows move, Enter opens the page of the row', async () => {
  await openSotos();
  await userEvent.keyboard('/');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('soto');
  await expect.element(list.getByRole('group', { name: t.drivers })).toBeVisible();
  await expect
    .element(list.getByRole('option', { name: /Ana Soto/ }))
    .toHaveAttribute('aria-selected', 'true');
  await expectAccessibleInBothThemes();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(list.getByRole('option', { name: /Kia/ })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.search).toBe('?section=vehicles&record=v');
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('soto{Escape}');
  await expect.element(field).toHaveValue('');
});

test('Enter opens the first result of a text that was typed quickly', async () => {
  await openSotos();
  await field.fill('soto');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.search).toBe('?section=drivers&record=d');
});

test('a press opens a driver who has left, and says so before', async () => {
  await openSotos();
  await field.fill('soto');
  await option.filter({ hasText: 'Luis Soto' }).filter({ hasText: t.driverStates.left }).click();
  await expect.poll(() => location.search).toBe('?section=drivers&record=l');
});

test('on a phone the search stands on top of the sections, and Ctrl+K opens it there', async () => {
  await page.viewport(phone.width, phone.height);
  await openSotos();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('dialog').getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('soto');
  await expect.element(page.getByRole('option', { name: /soto@example/ })).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByRole('dialog').getByRole('navigation')).not.toBeInTheDocument();
  expectNoSidewaysScroll();
  await page.getByRole('button', { name: common.close }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

/** Shows the field alone. @param found what the server finds for each query; it fails for others */
async function openField(found: Readonly<Record<string, readonly FoundItem[]>>, role: StaffRole = 'admin') {
  history.replaceState(null, '', '/');
  const client = new QueryClient();
  const updatedAt = Date.now() + 3_600_000;
  for (const [query, items] of Object.entries(found))
    client.setQueryData([adminKey, 'search', query], items, { updatedAt });
  return renderIn(
    'es',
    <QueryClientProvider client={client}>
      <RoleContext value={role}>
        <CompanySearch variant="sheet" />
      </RoleContext>
    </QueryClientProvider>,
    ['admin', 'search', 'studio'],
  );
}

/** Writes into the field, and skips the pause in typing after which the server searches. */
const write = (query: string) => skipTime(200, () => field.fill(query));

const expectFirst = (shown: string) => expect.poll(() => option.elements()[0]?.textContent).toContain(shown);

const passengerCase: FoundItem = {
  ...none,
  kind: 'case',
  id: 'c',
  title: '875282',
  detail: 'anna@example.de',
};
const receipt: FoundItem = { ...none, kind: 'receipt', id: 'r', title: '3', detail: 'Aeropuerto → Centro' };
const notice = 'El domingo hay maratón: la Alameda está cortada.';
const announcement: FoundItem = { ...none, kind: 'announcement', id: 'a', title: notice };

const trip: FoundItem = { ...none, kind: 'trip', id: 'v', title: 'KMRAT', owner: 'Claire Dubois' };

test.for([
  ['875282', [passengerCase], '875282', 'section=cases&record=c'],
  ['#875 282', [passengerCase], '875282', 'section=cases&record=c'],
  ['Folio 3', [receipt], 'Folio 3', 'section=printing&record=r'],
  ['maratón', [announcement], notice, 'section=announcements&record=a'],
  ['Dubois', [trip], 'KMRAT', 'section=trips&record=v'],
  ['Reservas', [], t.trips, 'section=trips'],
  ['REGISTRO', [], t.audit, 'section=audit'],
  ['choferes', [], t.drivers, 'section=drivers'],
  ['precio', [], t.content, 'section=content'],
  ['vitacura', [], '$25.000', 'section=content&view=prices'],
  ['publicar', [], studio.views.publish, 'section=content&view=publish'],
  ['agregar conductor', [], newDrivers.add, 'section=drivers&act=new'],
  ['conductor nuevo', [], newDrivers.add, 'section=drivers&act=new'],
  ['aprobar', [], t.driverList.activate, 'section=drivers&state=waiting'],
  ['registrar vulneración', [], rights.breach.add, 'section=rights&view=breaches&act=breach'],
  ['imprimir credenciales', [], t.selection.print, 'section=drivers'],
  ['dejó la empresa', [], t.driverLeaving.title, 'section=drivers'],
  ['importar precios', [], studio.prices.import.open, 'section=content&view=prices&act=import'],
  ['peajes', [], 'Incluido en el precio', 'section=company&field=company%2Fincluded%2Ftolls'],
  ['cerro lucia', [], 'Cerro Santa Lucía', 'section=content&view=texts&item=places%2Fcerro-santa-lucia'],
] as const)('Enter opens the first result of “%s”', async ([query, items, shown, address]) => {
  await openField({ [query]: items });
  await write(query);
  await expectFirst(shown);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.search).toBe(`?${address}`);
});

test('“crear usuario” opens the dialog, which leaves the address when it is closed', async () => {
  await openPanel([], 'crear usuario');
  await field.fill('crear usuario');
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: t.userForm.createTitle });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: t.cancel }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(location.search).toBe('?section=users');
});

/** The titles of the list, from top to bottom, once it shows the first of them. */
async function titlesOf(query: string, first: string): Promise<readonly (string | null)[]> {
  await write(query);
  await expectFirst(first);
  return option.elements().map((row) => row.querySelector('span')!.textContent);
}

test('a record that is named exactly comes first, then places and acts, then the rest', async () => {
  const named: FoundItem = { ...driver, title: 'Vitacura Soto', plate: 'DOCU12' };
  await openField({ vitacura: [named], docu: [named], 'docu 12': [named] });
  expect((await titlesOf('vitacura', 'Vitacura')).slice(0, 2)).toEqual(['Vitacura', 'Vitacura Soto']);
  expect(await titlesOf('docu', t.documents)).toEqual([
    t.documents,
    documents.add,
    documents.file.open,
    documents.verify,
    'Vitacura Soto',
  ]);
  expect(await titlesOf('docu 12', 'Vitacura Soto')).toEqual(['Vitacura Soto']);
});

test('the office finds no place and no act that its role does not have', async () => {
  const hidden = [
    'publicar',
    'crear usuario',
    'restaurar',
    'bitácora',
    'vulneración',
    'derechos',
    'eliminar',
  ];
  const found = [...hidden, 'nuevo'].map((query) => [query, [{ ...driver, title: `Ana ${query}` }]]);
  await openField(Object.fromEntries(found), 'office');
  const ways = list.getByRole('group', { name: new RegExp(`^(${words.goTo}|${t.actions})$`) });
  for (const query of hidden) {
    await write(query);
    await expect.element(option.filter({ hasText: `Ana ${query}` })).toBeVisible();
    await expect.element(ways).not.toBeInTheDocument();
  }
  const titles = await titlesOf('nuevo', announcements.write);
  expect(titles).toContain(newDrivers.add);
  expect(titles).not.toContain(t.userForm.create);
});

test('without the server the search says so, and finds what this browser knows', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onTestFinished(() => void vi.unstubAllGlobals());
  await openField({});
  await write('peajes');
  await expect.element(page.getByText(t.find.failed)).toBeVisible();
  await expectFirst('Incluido en el precio');
});
