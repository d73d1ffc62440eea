import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { admin as words } from '../i18n/es/admin.ts';
import { readTable } from '../util/reading/table.ts';
import { drivers, fileOf } from '../testing/administration.tsx';
import { devices } from '../testing/looks.ts';
import { longLists, openSection } from '../testing/panelLists.tsx';
import { driverFile, useDriverColumns } from './drivers/columns.tsx';
import { exportRows, type ExportFile } from './parts/files/exportFile.ts';
import { readLines } from './parts/files/importFile.ts';

const [wide] = devices;
const { selection: t } = words;
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** The files that the page gives to the person. */
function catchFiles(): { readonly text: () => Promise<string>; readonly count: () => number } {
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:nothing';
  });
  onTestFinished(() => made.mockRestore());
  return { text: async () => (await files.at(-1)?.text()) ?? '', count: () => files.length };
}

const [template] = longLists.drivers[1];

/** Serves so many drivers by range, as `rest/v1` does; `hold` waits before a request is answered. */
function serveDrivers(total: number, hold: (from: number) => Promise<unknown> = () => Promise.resolve()) {
  const asked: string[] = [];
  const served = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (address.pathname.endsWith('/shared_driver_codes')) return Response.json([]);
    if (!address.pathname.endsWith('/rest/v1/drivers') || !address.searchParams.has('offset'))
      return Response.json({ message: 'not asked for here' }, { status: 404 });
    const [from, size] = ['offset', 'limit'].map((name) => Number(address.searchParams.get(name)));
    asked.push(`${from} ${size}`);
    await Promise.race([
      hold(from!),
      new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      ),
    ]);
    const length = Math.max(0, Math.min(size!, total - from!));
    const rows = Array.from({ length }, (_, index) => ({
      ...template,
      id: `driver-${from! + index}`,
      name: `Conductora "${from! + index}"; de\nturno`,
      driver_code: '=1+1',
    }));
    return Response.json(rows, {
      headers: { 'content-range': `${from}-${from! + length - 1}/${total}` },
    });
  });
  onTestFinished(() => served.mockRestore());
  return asked;
}

test('all rows that the filters show become one file, a thousand at a request', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('drivers');
  const [asked, files] = [serveDrivers(2_300), catchFiles()];
  await button(t.exportAll).click();
  await expect.poll(files.count).toBeGreaterThan(0);
  expect(asked).toEqual(['0 1000', '1000 1000', '2000 1000']);
  const text = await files.text();
  expect(text).not.toMatch(/(^|;)[=+@-]/m);
  const [heading, ...records] = readTable(text);
  expect(heading?.fields.slice(0, 3)).toEqual(['nombre', 'teléfono', 'código']);
  expect(records).toHaveLength(2_300);
  expect(records.at(-1)?.fields.slice(0, 3)).toEqual([
    'Conductora "2299"; de\nturno',
    '(+56) 9 8765 4321',
    '=1+1',
  ]);
  await expect.element(page.getByText(/^Se exportó: conductores-\d{4}-\d\d-\d\d\.csv\.$/)).toBeVisible();
});

test('the exported file of drivers can be imported again', async () => {
  const nothing = () => undefined;
  const useColumns = () => useDriverColumns({ acts: [], onEdit: nothing });
  const file = await fileOf(useColumns, drivers.slice(0, 1), 'en');
  const { name, driver_code, license_plate } = drivers[0]!;
  expect(readLines(file, driverFile)).toEqual({
    lines: [
      {
        line: 2,
        cells: { name, phone: '(+56) 9 8765 4321', driverCode: driver_code, licensePlate: license_plate },
      },
    ],
  });
});

test('an export says how far it is, and stops at a press without a file', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('drivers');
  const never = new Promise(() => undefined);
  serveDrivers(2_300, (from) => (from === 0 ? Promise.resolve() : never));
  const files = catchFiles();
  await button(t.exportAll).click();
  const stop = button(t.stopExport('1.000', '10.000'));
  await expect.element(stop).toBeVisible();
  await stop.click();
  await expect.element(page.getByText(t.exportStopped)).toBeVisible();
  await expect.element(button(t.exportAll)).toBeVisible();
  expect(files.count()).toBe(0);
});

test('an export that fails says so, and gives no file', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('drivers');
  serveDrivers(2_300, (from) => (from === 0 ? Promise.resolve() : Promise.reject(new TypeError('offline'))));
  const files = catchFiles();
  await button(t.exportAll).click();
  await expect.element(page.getByRole('button', { name: words.dismiss })).toBeVisible();
  await expect.element(button(t.exportAll)).toBeVisible();
  expect(files.count()).toBe(0);
});

const numbers: ExportFile<number> = {
  name: 'Turnos de noche',
  cells: { número: (row) => `${row}` },
};

function* parts(count: number): Generator<readonly number[]> {
  for (let from = 0; from < count; from += 1_000)
    yield Array.from({ length: Math.min(1_000, count - from) }, (_, index) => from + index);
}

/** A file that the person chooses; the browser of the tests would ask. */
function chooseFile() {
  const log: string[] = [];
  const writable = {
    write: (text: string) => Promise.resolve(void log.push(text)),
    close: () => Promise.resolve(void log.push('closed')),
    abort: () => Promise.resolve(void log.push('aborted')),
  };
  const pick = vi.fn(() => Promise.resolve({ createWritable: () => Promise.resolve(writable) }));
  vi.stubGlobal('showSaveFilePicker', pick);
  onTestFinished(() => void vi.unstubAllGlobals());
  return { log, pick };
}

const run = (total: number) => ({ signal: new AbortController().signal, total, onProgress: vi.fn() });

test('twenty thousand rows go part by part into the file that the person chose', async () => {
  const [{ log, pick }, files] = [chooseFile(), catchFiles()];
  const { onProgress, ...rest } = run(20_000);
  const name = await exportRows(numbers, parts(20_000), { ...rest, onProgress });
  expect(name).toMatch(/^turnos-de-noche-\d{4}-\d\d-\d\d\.csv$/);
  expect(pick).toHaveBeenCalledWith({ suggestedName: name });
  expect(onProgress).toHaveBeenCalledTimes(20);
  expect(onProgress).toHaveBeenLastCalledWith(20_000);
  // The heading, twenty parts, the end.
  expect(log).toHaveLength(22);
  expect(log.at(-1)).toBe('closed');
  expect(readTable(log.slice(0, -1).join(''))).toHaveLength(20_001);
  expect(files.count()).toBe(0);
});

test('fewer rows go to the downloads without a question, and a chosen file is discarded after an error', async () => {
  const [{ log, pick }, files] = [chooseFile(), catchFiles()];
  await exportRows(numbers, parts(2), run(2));
  expect([pick.mock.calls.length, await files.text()]).toEqual([0, 'número\r\n0\r\n1\r\n']);
  const broken = function* () {
    yield [1];
    throw new Error('offline');
  };
  await expect(exportRows(numbers, broken(), run(20_000))).rejects.toThrow('offline');
  expect(log.at(-1)).toBe('aborted');
});
