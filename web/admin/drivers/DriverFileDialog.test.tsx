import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages } from '../../../shared/staff-languages.ts';
import { admin } from '../../i18n/es/admin.ts';
import { newDrivers } from '../../i18n/es/fleet/newDrivers.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { drivers, fileOf as exportedFile, renderPanel } from '../../testing/administration.tsx';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import DriverFileDialog from './DriverFileDialog.tsx';
import { useDriverColumns } from './columns.tsx';

const { importing: t } = admin;
const [ana] = drivers;
const save = page.getByRole('button', { name: admin.save, exact: true });

/** Opens the dialog; the company has the first driver, and `waiting` with a code of their own. */
async function openDialog(language: (typeof staffLanguages)[number] = 'es') {
  await page.viewport(devices[0].width, devices[0].height);
  await loadNamespace('newDrivers', language);
  const sent: unknown[] = [];
  const known = [ana, { ...ana, id: 'waiting', driver_code: 'W-1', state: 'waiting' }];
  const made = {
    driver_id: 'new',
    name: 'Eva',
    contact: '+56911112222',
    token: 'token',
    expires_at: '2026-12-01',
  };
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith('rpc/file_subjects'))
      return Promise.resolve(
        Response.json(known.map((driver) => ({ vehicle: null, driver, documents: [] }))),
      );
    if (url.endsWith('rpc/import_drivers')) sent.push(JSON.parse(String(init?.body)));
    return Promise.resolve(Response.json([made]));
  });
  onTestFinished(() => spy.mockRestore());
  const onSaved = vi.fn();
  await renderPanel(language, <DriverFileDialog onSaved={onSaved} onClose={() => undefined} />);
  return { sent, onSaved, field: page.getByLabelText(t.file) };
}

const fileOf = (...lines: readonly string[]) => new File([lines.join('\n')], 'conductores.csv');

const nothing = () => undefined;
const useExported = () => useDriverColumns({ acts: [], onEdit: nothing });

test('an exported driver is no change, and an edited telephone is one, which alone is sent', async () => {
  const exported = async (driver: typeof ana) => fileOf(await exportedFile(useExported, [driver!]));
  const [unchanged, edited] = [await exported(ana), await exported({ ...ana!, contact: '+56911112222' })];
  const { sent, onSaved, field } = await openDialog();
  await field.upload(unchanged);
  await expect.element(page.getByText(t.nothing)).toBeVisible();
  await expect.element(save).toBeDisabled();
  await field.upload(edited);
  await expect
    .element(page.getByText('(+56) 9 8765 4321 → (+56) 9 1111 2222', { exact: false }))
    .toBeVisible();
  await expectAccessibleInBothThemes();
  await save.click();
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(t.done('0', '1'), expect.anything()));
  const { name, driver_code, license_plate, id, version } = ana!;
  const changed = { name, contact: '+56911112222', driver_code, license_plate, id, version };
  expect(sent).toEqual([{ drivers: [changed] }]);
});

test('a code of somebody who waits for approval is named, and refuses the file', async () => {
  const { sent, field } = await openDialog();
  await field.upload(fileOf('nombre;teléfono;código', 'Eva;911112222;E-1', 'Mallory;911112222;w-1'));
  const reason = `${t.line('3')} Código: ${newDrivers.file.problems.waiting}`;
  await expect.element(page.getByText(reason)).toBeVisible();
  await expect.element(save).toBeDisabled();
  expect(sent).toEqual([]);
});

test('a new driver comes with an invitation to send', async () => {
  const { onSaved, field } = await openDialog();
  await field.upload(fileOf('nombre;teléfono;código', 'Eva;911112222;E-1'));
  await expect.element(page.getByText(`E-1 · Eva · ${t.kinds.new}`, { exact: false })).toBeVisible();
  await save.click();
  const made = [expect.objectContaining({ name: 'Eva', token: 'token' })];
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(t.done('1', '0'), made));
});

test.for(staffLanguages)('a file with many changes fits every screen (%s)', async (language) => {
  await openDialog(language);
  const own = await loadNamespace('admin', language);
  const lines = Array.from(
    { length: 70 },
    (_, index) => `Maximiliano Hernández-Valenzuela;911112222;E-${index}`,
  );
  await page.getByLabelText(own.importing.file).upload(fileOf('nombre;teléfono;código', ...lines));
  await expect.element(page.getByText(own.importing.moreLines('10'))).toBeVisible();
  await expectFitsEverywhere();
});
