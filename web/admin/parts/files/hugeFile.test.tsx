import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { admin } from '../../../i18n/es/admin.ts';
import { errors } from '../../../i18n/es/errors.ts';
import { loadNamespace } from '../../../i18n/namespaces.ts';
import { renderPanel } from '../../../testing/administration.tsx';
import { devices } from '../../../testing/looks.ts';
import DriverFileDialog from '../../drivers/DriverFileDialog.tsx';

const { fileProblems, importing: t } = admin;
const megabyte = 2 ** 20;
const heading = 'nombre;teléfono;código\n';
const many = (text: string, sizeBytes: number) =>
  Array.from({ length: sizeBytes / megabyte }, () => text.repeat(megabyte / text.length));
const inLine = (line: number, problem: string) => `${t.line(String(line))} ${problem}`;

/** A file that was there when it was chosen, and is gone. */
async function removedFile(): Promise<File> {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle('conductores.csv', { create: true });
  const writer = await handle.createWritable();
  await writer.write(heading);
  await writer.close();
  const file = await handle.getFile();
  await folder.removeEntry(file.name);
  return file;
}

/** Puts a file into the field, as dropping it does: the test's own way would copy it through the browser's pipe. */
function choose(file: File): void {
  const input = page.getByLabelText(t.file).element();
  const chosen = new DataTransfer();
  chosen.items.add(file);
  if (input instanceof HTMLInputElement) input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Measures how long the page stands still. @returns stops, and gives the longest time in milliseconds */
function watchPage(): () => number {
  let [last, longestMs] = [performance.now(), 0];
  const beat = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  };
  const beats = setInterval(beat, 10);
  return () => {
    clearInterval(beats);
    beat();
    return longestMs;
  };
}

const tooLarge = fileProblems.file_too_large('16');
const tooWide = t.problems.too_many_columns('256');
const odd = new Uint8Array([0xf1, 0x3b]);

test.each<[string, BlobPart[] | null, string]>([
  [
    'a million lines in 60 MB',
    [heading, ...many('Eva González Pérez;911112222;E-1\n', 60 * megabyte)],
    tooLarge,
  ],
  ['one line of 50 MB', many('x', 50 * megabyte), tooLarge],
  [
    'a million lines in 4 MB',
    [heading, ...many('a;b\n', 4 * megabyte)],
    inLine(502, t.problems.too_many('500')),
  ],
  ['20,000 columns', many('a;b;c;d;', 2 * megabyte), inLine(1, tooWide)],
  ['8 MB of separators', [heading, ...many(';', 8 * megabyte), 'x'], inLine(2, tooWide)],
  ['nothing but quotes', many('"', 4 * megabyte), inLine(1, t.problems.columns)],
  ['quotes that nobody closes', many('"\n', 4 * megabyte), inLine(1, t.problems.columns)],
  ['10 MB of zeros', [new Uint8Array(10 * megabyte)], fileProblems.no_text],
  ['a word of 8 MB in an old code page', [odd, ...many('x', 8 * megabyte)], inLine(1, t.problems.columns)],
  [
    '4 MB of letters in an old code page',
    [new Uint8Array(4 * megabyte).fill(0xf1)],
    inLine(1, t.problems.columns),
  ],
  ['a name of 8 MB', [heading, ...many('ñ', 4 * megabyte), ';911112222;E-1'], errors.field.too_long],
  ['nothing any more', null, fileProblems.unreadable],
])('a file with %s is refused at once, and the page goes on', async (_, parts, words) => {
  await page.viewport(devices[0].width, devices[0].height);
  await loadNamespace('newDrivers', 'es');
  const sent = vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json([])));
  onTestFinished(() => sent.mockRestore());
  await renderPanel('es', <DriverFileDialog onSaved={() => undefined} onClose={() => undefined} />);
  const file = parts ? new File(parts, 'conductores.csv') : await removedFile();
  const stop = watchPage();
  const started = performance.now();
  choose(file);
  await vi.waitFor(() => expect(document.body.textContent).toContain(words), {
    interval: 10,
    timeout: 10_000,
  });
  expect(performance.now() - started).toBeLessThan(2000);
  expect(stop()).toBeLessThan(1000);
  expect(sent).not.toHaveBeenCalled();
  choose(new File([heading, 'Eva;911112222;E-1\n'], 'conductores.csv'));
  await expect.element(page.getByText(`E-1 · Eva · ${t.kinds.new}`, { exact: false })).toBeVisible();
  expect(document.body.textContent).not.toContain(words);
});
