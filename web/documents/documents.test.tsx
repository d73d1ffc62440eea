import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import type { Shift } from '../data/shifts/driverAtWheel.ts';
import type { FleetDocument } from '../data/documents/documents.ts';
import { ownDocuments as spanish } from '../i18n/es/fleet/ownDocuments.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { shownShift } from '../shift/openShift.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { renderIn } from '../testing/render.tsx';
import OwnDocuments, { OwnDocument } from './OwnDocuments.tsx';
import { Due, Stopped } from './DocumentsNews.tsx';

const nothing = () => undefined;
const licence: FleetDocument = {
  id: 'licence',
  kind_id: 'kind',
  kind: 'Licencia A1',
  owner: 'driver',
  driver_id: 'driver',
  vehicle_id: null,
  owner_name: 'Maximiliano Hernández-Valenzuela',
  license_plate: 'BBBB12',
  number: null,
  issued_on: null,
  expires_on: '2026-11-30',
  days_left: 7,
  state: 'within_7',
  file: 'drivers/driver/a.pdf',
  critical: true,
  verified_at: '2026-01-01T00:00:00Z',
  override_until: null,
  override_reason: null,
  version: 1,
  driver_code: 'C-014',
};
const vehicle: FleetDocument = {
  ...licence,
  id: 'car',
  kind: 'Permiso de circulación',
  owner: 'vehicle',
  owner_name: 'TAXI01',
  driver_id: null,
  vehicle_id: 'car',
  state: 'expired',
  days_left: -1,
};
const openShift: Shift = {
  id: 'shift',
  device_id: null,
  started_at: '2026-11-23T10:00:00Z',
  ended_at: null,
  vehicle: {
    id: 'car',
    license_plate: vehicle.owner_name,
    class: 'turismo',
    brand_model: null,
    colour: null,
  },
};
const all = [
  licence,
  vehicle,
  { ...licence, id: 'today', days_left: 0 },
  { ...licence, id: 'one', days_left: 1 },
];

test.for(languages)('what expires fits every screen, and is accessible (%s)', async (language) => {
  const t = await loadNamespace('ownDocuments', language);
  await renderIn(language, <Due documents={all} onClose={nothing} />, ['ownDocuments']);
  await expect.element(page.getByText(t.today)).toBeVisible();
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
});

test.for(languages)('out of service fits every screen (%s)', async (language) => {
  const t = await loadNamespace('ownDocuments', language);
  const shift = await loadNamespace('shift', language);
  shownShift().set({ driverId: 'driver', shift: openShift });
  onTestFinished(() => shownShift().set(null));
  const stopped = (
    <SessionProvider>
      <Stopped documents={[vehicle, licence]} driverId="driver" />
    </SessionProvider>
  );
  await renderIn(language, stopped, ['ownDocuments', 'shift']);
  await expect.element(page.getByText(t.stoppedText)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: t.stopped })).toHaveFocus();
  await expect.element(page.getByRole('button', { name: t.menu, exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: shift.end })).toBeVisible();
  await expect.element(page.getByRole('button')).toHaveLength(3);
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
});

test('a document whose renewal is being checked is not renewed again', async () => {
  const sent = { ...licence, id: 'sent', verified_at: null };
  const rows = vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json([licence, sent]));
  onTestFinished(() => rows.mockRestore());
  await renderIn('es', <OwnDocuments />, ['ownDocuments']);
  await expect.poll(() => page.getByText(licence.kind).elements()).toHaveLength(2);
  expect(page.getByRole('button', { name: spanish.renewOf(licence.kind) }).elements()).toEqual([]);
});

test.for(languages)('a driver renews the own documents and not those of a vehicle (%s)', async (language) => {
  const t = await loadNamespace('ownDocuments', language);
  const list = (
    <ul>
      {[licence, vehicle, { ...licence, id: 'waiting', kind: 'Licencia A2', verified_at: null }].map(
        (document) => (
          <OwnDocument key={document.id} document={document} onSent={nothing} />
        ),
      )}
    </ul>
  );
  await renderIn(language, list, ['ownDocuments']);
  await expect.element(page.getByText(t.waiting)).toBeVisible();
  await expect.element(page.getByText(t.renew)).toHaveLength(1);
  await page.getByRole('button', { name: t.renewOf('Licencia A1') }).click();
  await page.getByRole('button', { name: t.send, exact: true }).click();
  await expect.element(page.getByText(t.missing)).toBeVisible();
  await expectFitsEverywhere();
  if (language === 'es') await expectAccessibleInBothThemes();
});

/**
 * Plays a backend that has the file and answers each call for a renewal with the next of these; null loses the response.
 * @returns the ids that the calls brought
 */
function serveRenewal(...responses: readonly (readonly [status: number, body: object] | null)[]) {
  const ids: string[] = [];
  const left = [...responses];
  const fetchBefore = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const address = String(input);
    if (address.includes('/storage/v1/object/documentos/')) return Response.json({ Key: 'a', Id: 'a' });
    if (!address.includes('/rest/v1/')) return fetchBefore(input, init);
    expect(address).toContain('/rpc/send_renewal');
    ids.push((JSON.parse(String(init?.body)) as { id: string }).id);
    const response = left.shift()!;
    if (response === null) throw new TypeError('Failed to fetch');
    return Response.json(response[1], { status: response[0] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return ids;
}

async function sendRenewal(onSent: () => void): Promise<void> {
  const t = await loadNamespace('ownDocuments', 'es');
  const list = (
    <ul>
      <OwnDocument document={licence} onSent={onSent} />
    </ul>
  );
  await renderIn('es', list, ['ownDocuments']);
  await page.getByRole('button', { name: t.renewOf('Licencia A1') }).click();
  await page.getByLabelText(t.expiresOn).fill('2090-01-31');
  const pdf = new File(['%PDF-1.4'], 'licencia.pdf', { type: 'application/pdf' });
  await userEvent.upload(page.getByLabelText(t.file), pdf);
  await page.getByRole('button', { name: t.send, exact: true }).click();
}

test('a renewal whose response was lost is sent again under its id; corrected, under another one', async () => {
  const ids = serveRenewal(null, [400, { code: '23514', message: 'documents_expires_on_check' }], [200, {}]);
  const t = await loadNamespace('ownDocuments', 'es');
  const onSent = vi.fn<() => undefined>();
  const send = page.getByRole('button', { name: t.send, exact: true });
  await sendRenewal(onSent);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await send.click();
  await expect.poll(() => ids.length).toBe(2);
  await page.getByLabelText(t.expiresOn).fill('2091-01-31');
  await send.click();
  await expect.poll(() => onSent.mock.calls.length).toBe(1);
  expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false]);
});

test.for(languages)(
  'N8: a file that is none of a document is refused with its reason (%s)',
  async (language) => {
    const t = await loadNamespace('ownDocuments', language);
    const { errors } = await loadMessages(language);
    const refusal = { statusCode: '415', code: 'InvalidMimeType', error: 'invalid_mime_type', message: 'no' };
    const fetchBefore = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) =>
      String(input).includes('/storage/v1/object/documentos/')
        ? Response.json(refusal, { status: 400 })
        : fetchBefore(input, init),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const list = (
      <ul>
        <OwnDocument document={licence} onSent={nothing} />
      </ul>
    );
    await renderIn(language, list, ['ownDocuments']);
    await page.getByRole('button', { name: t.renewOf('Licencia A1') }).click();
    await page.getByLabelText(t.expiresOn).fill('2090-01-31');
    const html = new File(['<script>'], 'licencia.pdf', { type: 'application/pdf' });
    await userEvent.upload(page.getByLabelText(t.file), html);
    await page.getByRole('button', { name: t.send, exact: true }).click();
    await expect.element(page.getByText(errors.code.invalid_document)).toBeVisible();
    await expectFitsEverywhere();
  },
);
