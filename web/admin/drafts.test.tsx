import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Gap } from '../data/documents/documentGrid.ts';
import { forgetEverything } from '../data/personal.ts';
import { admin } from '../i18n/es/admin.ts';
import { devices } from '../i18n/es/fleet/devices.ts';
import { documents } from '../i18n/es/fleet/documents.ts';
import { shiftRecords } from '../i18n/es/fleet/shiftRecords.ts';
import { trips } from '../i18n/es/fleet/trips.ts';
import { printing } from '../i18n/es/fleet/printing.ts';
import { reviews } from '../i18n/es/fleet/reviews.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { Addressed, drivers, renderPanel, SignedIn, signInAs } from '../testing/administration.tsx';
import { exampleTrip } from '../testing/exampleTrip.ts';
import { longLists, reviewRows, rowId } from '../testing/panelLists.tsx';
import { DeviceDialog } from './devices/DeviceDialog.tsx';
import { SetupDialog } from './devices/SetupDialog.tsx';
import DocumentRulesSection from './documentRules/DocumentRulesSection.tsx';
import { DocumentDialog } from './documents/DocumentDialog.tsx';
import { AssignDialog } from './drivers/dialogs.tsx';
import PrintDialog from './printing/PrintDialog.tsx';
import { ReceiptDialog } from './printing/ReceiptDialog.tsx';
import { HideDialog } from './reviews/dialogs.tsx';
import ShiftsSection from './shifts/ShiftsSection.tsx';
import { PayDialog } from './trips/cash/TripPayments.tsx';
import { PasteDialog } from './trips/intake/PasteDialog.tsx';
import { TripDialog } from './trips/TripActs.tsx';
import { UserDialog } from './users/UserDialog.tsx';

const nothing = () => undefined;
const [document] = longLists.documents[1];
const [device] = longLists.devices[1];
const [shiftFilter, shifts] = longLists.shifts;
const gap: Gap = {
  subject: {
    owner: 'vehicle',
    id: rowId(0),
    name: 'BBCD12',
    license_plate: null,
    driver_code: null,
    documents: [],
  },
  kindId: 'kind-2',
};
const newAccount = <UserDialog account={null} own={false} onSaved={nothing} onClose={nothing} />;
const leavingDocument = { onDone: nothing, onNext: nothing, onClose: nothing };

/** Those of the trip, which the server has. */
let payments: readonly object[] = [];
beforeEach(async () => {
  const names = ['devices', 'numbers', 'printing', 'reasons', 'reviews', 'shiftRecords', 'trips'] as const;
  await Promise.all(names.map((name) => loadNamespace(name, 'es')));
  const { fetch } = window;
  const server = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const address = String(input);
    if (address.includes('/trip_payments')) return Promise.resolve(Response.json(payments));
    // No driver has a licence or a vehicle yet.
    if (/\/document_list|\/vehicle_drivers/.test(address)) return Promise.resolve(Response.json([]));
    return fetch(input, init);
  });
  onTestFinished(() => {
    server.mockRestore();
    payments = [];
  });
});

interface Typing {
  readonly form: ReactNode;
  /** The label of the field. */
  readonly label: string;
  readonly text?: string;
  /** The address at which a section shows the form. */
  readonly at?: string;
}

/** Opens a form in the page of somebody who is signed in. */
function load({ form, at = '?' }: Typing) {
  history.replaceState(null, '', at);
  signInAs('carla');
  return renderPanel('es', <SignedIn>{form}</SignedIn>, ['shifts', shiftFilter, shifts]);
}

const fieldOf = ({ label }: Typing) => page.getByLabelText(label, { exact: true });

/** Types into a form, leaves it with Escape, and loads the page again. */
async function typeAndComeBack(typing: Typing, text: string): Promise<void> {
  const first = await load(typing);
  await fieldOf(typing).fill(text);
  await userEvent.keyboard('{Escape}');
  await first.unmount();
  await load(typing);
}

const forms: Readonly<Record<string, Typing>> = {
  'a document': {
    form: <DocumentDialog document={document!} gap={null} {...leavingDocument} />,
    label: documents.form.number,
  },
  'a document that is missing': {
    form: <DocumentDialog document={null} gap={gap} {...leavingDocument} />,
    label: documents.form.number,
  },
  'an override': {
    form: (
      <DocumentDialog
        document={{ ...document!, state: 'expired', verified_at: document!.expires_on }}
        gap={null}
        {...leavingDocument}
      />
    ),
    label: documents.override.reason,
  },
  'a kind of document': { form: <DocumentRulesSection />, label: documents.rulesView.newKind },
  'a receipt': {
    form: <ReceiptDialog onWritten={nothing} onClose={nothing} />,
    label: printing.receipt.origin,
  },
  'a card': {
    form: (
      <PrintDialog subjects={[{ driver: rowId(0), name: 'Ana Soto', plate: 'BBCD12' }]} onClose={nothing} />
    ),
    label: printing.licence,
  },
  'a reason': {
    form: <HideDialog review={reviewRows[0]!} />,
    label: reviews.visibility.reason,
  },
  'the end of a shift': {
    form: <Addressed id="shifts" of={ShiftsSection} />,
    label: shiftRecords.end.time,
    text: '17:45',
    at: `?section=shifts&record=${shifts[0]!.id}&act=correct`,
  },
  'the name of a device': {
    form: <DeviceDialog device={device!} onClose={nothing} acts={[]} />,
    label: devices.name,
  },
  'a device to set up': { form: <SetupDialog onClose={nothing} />, label: devices.name },
  'a vehicle for drivers': {
    form: <AssignDialog drivers={drivers} onAssigned={nothing} onDone={nothing} onClose={nothing} />,
    label: admin.manyDrivers.plate,
  },
  'an account': { form: newAccount, label: admin.email, text: 'elena@example.com' },
  'messages of passengers': { form: <PasteDialog onClose={nothing} />, label: trips.forms.pasteLabel },
  'a payment': {
    form: <PayDialog trip={exampleTrip} onClose={nothing} />,
    label: trips.cash.pesos,
    text: '20.000',
  },
  'another company': {
    form: <TripDialog act="external" trip={exampleTrip} />,
    label: trips.externalName,
  },
};

test.for(Object.entries(forms))('%s is a draft that survives Escape and a reload', async ([, typing]) => {
  const text = typing.text ?? 'BBCD99';
  await typeAndComeBack(typing, text);
  await expect.element(fieldOf(typing)).toHaveValue(text);
  await expect.element(page.getByText(admin.draft.restored, { exact: true })).toBeVisible();
});

test('a password is never stored: the draft of an account comes back without it', async () => {
  const typing = { form: newAccount, label: admin.email };
  const password = page.getByLabelText(admin.userForm.password, { exact: true });
  const first = await load(typing);
  await password.fill('correct horse battery');
  await fieldOf(typing).fill('elena@example.com');
  await expect.poll(() => JSON.stringify({ ...localStorage })).toContain('elena@example.com');
  expect(JSON.stringify({ ...localStorage })).not.toContain('correct horse');
  await first.unmount();
  await load(typing);
  await expect.element(fieldOf(typing)).toHaveValue('elena@example.com');
  await expect.element(password).toHaveValue('');
});

test('messages of passengers go with the sign-out', async () => {
  const typing = { form: <PasteDialog onClose={nothing} />, label: trips.forms.pasteLabel };
  await typeAndComeBack(typing, 'Hola, soy Ana Soto');
  await expect.element(fieldOf(typing)).toHaveValue('Hola, soy Ana Soto');
  forgetEverything();
  expect(JSON.stringify({ ...localStorage })).not.toContain('Ana Soto');
});

test('an amount does not come back for a trip with another price', async () => {
  const label = trips.cash.pesos;
  const first = await load({ form: <PayDialog trip={exampleTrip} onClose={nothing} />, label });
  await fieldOf({ form: null, label }).fill('20.000');
  await first.unmount();
  await load({ form: <PayDialog trip={{ ...exampleTrip, pesos: 24_000 }} onClose={nothing} />, label });
  await expect.element(fieldOf({ form: null, label })).toHaveValue('24000');
});

test('a trip that is paid in part is offered what is left, and one that is paid something else', async () => {
  const typing = {
    form: <PayDialog trip={{ ...exampleTrip, pesos: 20_000 }} onClose={nothing} />,
    label: trips.cash.pesos,
  };
  const line = { method: 'cash', created_at: '2026-11-30T12:00:00Z', voided_at: null, void_reason: null };
  const isVoid = { voided_at: '2026-11-30T12:05:00Z', void_reason: 'Dos veces' };
  payments = [
    { ...line, id: 'p1', kind: 'fare', pesos: 12_000 },
    { ...line, id: 'p2', kind: 'tolls', pesos: 3_000 },
    { ...line, ...isVoid, id: 'p3', kind: 'fare', pesos: 20_000 },
  ];
  const first = await load(typing);
  await expect.element(page.getByText(trips.cash.paidOf('$15.000', '$8.000'))).toBeVisible();
  await expect.element(fieldOf(typing)).toHaveValue('8000');
  await first.unmount();
  payments = [{ ...line, id: 'p1', kind: 'fare', pesos: 20_000 }];
  await load(typing);
  await expect.element(page.getByText(trips.cash.paidOf('$20.000', '$0'))).toBeVisible();
  await expect.element(fieldOf(typing)).toHaveValue('');
});
