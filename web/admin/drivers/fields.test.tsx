import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { driverFieldNames, driverFields } from '../../../shared/records/driver.ts';
import { shownText } from '../../../shared/records/field.ts';
import { emptyProfile } from '../../../shared/records/driver.ts';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { useForm } from '../../forms/useForm.ts';
import { audit } from '../../i18n/es/audit.ts';
import { driver as labels } from '../../i18n/es/driver.ts';
import ProfileFields from '../../login/ProfileFields.tsx';
import { fileOf, renderPanel } from '../../testing/administration.tsx';
import { driver } from '../../testing/panels.tsx';
import { readTable } from '../../util/reading/table.ts';
import { textOf } from '../audit/sentence.ts';
import { List } from '../parts/list/List.tsx';
import { DriverEditor } from './DriverEditor.tsx';
import { useDriverColumns } from './columns.tsx';

/*
 * Each field of `driverFields`, also one that `e2e/long/changes.test.ts` adds to a copy of the tree, is wherever a driver is.
 */

const nothing = () => undefined;
const listed: ListedDriver = { ...driver, shares_driver_code: false };

function Registration() {
  const form = useForm({ initial: emptyProfile, submit: () => Promise.resolve() });
  return <ProfileFields form={form} asksPlate photo={null} onPhoto={nothing} />;
}

const useColumns = () => useDriverColumns({ acts: [], onEdit: nothing });

function DriverList() {
  return <List caption="Conductores" columns={useColumns()} rows={[listed]} />;
}

test('each field of a driver has an input in the registration and in the panel', async () => {
  const registration = await renderPanel('es', <Registration />);
  for (const name of driverFieldNames)
    await expect.element(page.getByLabelText(labels.form[name], { exact: true })).toBeVisible();
  await registration.unmount();
  await renderPanel('es', <DriverEditor driver={driver} onSaved={nothing} onCancel={nothing} />);
  for (const name of driverFieldNames)
    await expect
      .element(page.getByLabelText(labels.short[name], { exact: true }))
      .toHaveValue(shownText(driverFields[name], driver));
});

test('each field of a driver is in the list, a column of a file and a word of the audit log', async () => {
  await page.viewport(1440, 900);
  await renderPanel('es', <DriverList />);
  const list = page.getByRole('table').element();
  for (const name of driverFieldNames) expect(list.textContent).toContain(labels.short[name]);
  const [headings, texts] = readTable(await fileOf(useColumns, [listed])).map(({ fields }) => fields);
  const file = new Map(headings?.map((heading, place) => [heading, texts?.[place]]));
  for (const name of driverFieldNames) expect(file.get(driverFields[name].heading), name).not.toBe('');
  const columns = driverFieldNames.map((name) => driverFields[name].column);
  const payload = {
    action: 'driver_changed',
    actor_id: 'a',
    actor_username: 'carla@example.com',
    traits: { target: 'driver:1', changed: columns.join(', ') },
  };
  const say = (text: string) => text;
  const entry = { payload, subject: { driver: { id: '1', name: 'Ana Soto' } } };
  const told = textOf(entry, { t: audit, columns: labels.log, reason: say, plainDay: say, time: say });
  const words: Readonly<Record<string, string>> = labels.log;
  expect(told).toBe(`Cambió los datos de Ana Soto: ${columns.map((column) => words[column]).join(', ')}`);
});
