import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages } from '../../../shared/staff-languages.ts';
import type { Trip } from '../../data/trips/trips.ts';
import { tripContacts as spanish } from '../../i18n/es/fleet/tripContacts.ts';
import { trips } from '../../i18n/es/fleet/trips.ts';
import { exampleTrip } from '../../testing/exampleTrip.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { noTripFilter, openSection } from '../../testing/panelLists.tsx';
import { tripBackend } from '../../testing/trips.ts';
import { adminKey } from '../parts/useChange.ts';

const driven: Trip = {
  ...exampleTrip,
  needs: [],
  driver_id: 'd1',
  driver_name: 'Diego Fuentes',
  driver_phone: '+56911112222',
};
const secret = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq';
const reviews = [
  {
    review_id: 'r1',
    trip_id: driven.id,
    code: 'HKMPR',
    rating: 5,
    is_replaced: false,
    created_at: '2099-11-28T20:00:00Z',
  },
  {
    review_id: 'r2',
    trip_id: driven.id,
    code: 'HKMPR',
    rating: 2,
    is_replaced: true,
    created_at: '2099-11-28T19:50:00Z',
  },
];
const event = {
  id: '1',
  at: '2099-11-28T18:50:00Z',
  author: 'diego@example.com',
  driver_name: 'Diego Fuentes',
};
const functions = {
  trip_timeline: [
    { ...event, id: '1', kind: 'accepted', reason: null, changed: [] },
    { ...event, id: '2', kind: 'declined', reason: 'unwell', changed: [] },
    { ...event, id: '3', kind: 'no_show', reason: null, changed: ['called', 'wrote'] },
    { ...event, id: '4', kind: 'link_renewed', reason: null, changed: [] },
    { ...event, id: '5', kind: 'paid', reason: null, changed: [] },
    { ...event, id: '6', kind: 'payment_voided', reason: null, changed: [] },
  ],
  trip_drivers: [],
  trip_link: secret,
  renew_trip_link: secret.toUpperCase(),
  trip_reviews: reviews,
};

/** Opens the page of a trip beside the list of it. @returns the calls that wrote something */
async function open(trip: Trip, language: (typeof staffLanguages)[number] = 'es') {
  const calls = tripBackend({ rows: [trip], functions });
  const listed = { rows: [trip], page: 1, total: 1 };
  await openSection('trips', {
    loaded: [[[adminKey, 'trips', noTripFilter, 1], listed]],
    record: trip.id,
    sign: 'article section',
    language,
  });
  return calls;
}

const button = (name: string) => page.getByRole('article').getByRole('button', { name, exact: true });

test('the reply that confirms a trip has the link of its page, in the passenger’s language and in Spanish', async () => {
  await open({ ...driven, source: 'message', needs: ['reply'] });
  const address = `${window.location.origin}/trip#${secret}`;
  const texts = page.getByRole('article').getByRole('textbox');
  await expect
    .poll(() => texts.elements().map((each) => (each as HTMLTextAreaElement).value))
    .toEqual([
      expect.stringContaining(`\nIhre Fahrt: ${address}`),
      expect.stringContaining(`\nSu viaje: ${address}`),
    ]);
});

test('the office changes the link after a question', async () => {
  await open(driven);
  await expect.element(button(spanish.link.copy)).toBeVisible();
  await button(spanish.link.renew).click();
  const dialog = page.getByRole('dialog', { name: spanish.link.renew });
  await expect.element(dialog.getByText(spanish.link.question)).toBeVisible();
  await dialog.getByRole('button', { name: spanish.link.renew }).click();
  await expect.element(page.getByText(spanish.link.renewed('HKMPR'))).toBeVisible();
});

test.for(staffLanguages)(
  'ratings, link and everything that a driver says fit every screen (%s)',
  async (language) => {
    await open(
      { ...driven, state: 'no_show', needs: ['no_show', 'late_tap', 'accepted', 'declined'] },
      language,
    );
    await expect.element(page.getByText(/diego@example.com/).first()).toBeVisible();
    await expectFitsEverywhere();
    await expectAccessibleInBothThemes();
  },
);

test('the page tells the ratings of a trip, and which one does not count', async () => {
  await open({ ...driven, state: 'done' });
  await expect.element(page.getByText(/^5 estrellas · /)).toBeVisible();
  await expect.element(page.getByText(new RegExp(`^2 estrellas · .* · ${spanish.replaced}$`))).toBeVisible();
});

test('the history names the acts of drivers, with their reasons', async () => {
  await open(driven);
  const texts = ['El conductor aceptó: Diego Fuentes', 'No llegó: llamó, escribió'];
  for (const text of [...texts, 'Se anotó el pago', 'Se anuló un pago'])
    await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByText(/Está enfermo$/)).toBeVisible();
  await expect.element(page.getByText(spanish.events.link_renewed)).toBeVisible();
});

test('a driver who has not accepted is asked by WhatsApp, in Spanish', async () => {
  await open({ ...driven, needs: ['accepted'] }, 'en');
  await expect.poll(() => page.getByRole('link', { name: /Write to the driver/ }).elements()).toHaveLength(1);
  const link = page.getByRole('link', { name: /Write to the driver/ }).element() as HTMLAnchorElement;
  const { pathname, searchParams } = new URL(link.href);
  expect(pathname).toBe('/56911112222');
  expect(searchParams.get('text')).toMatch(
    /^Hola Diego Fuentes\. ¿Puedes hacer este viaje\? sábado.*\(HKMPR\)/,
  );
});

test.for([
  ['no_show', spanish.confirmNoShow],
  ['late_tap', spanish.seen],
] as const)(
  'the office has seen what a driver says by a save without a change (%s)',
  async ([need, name]) => {
    const calls = await open({
      ...driven,
      state: need === 'no_show' ? 'no_show' : 'confirmed',
      needs: [need],
    });
    await button(name).click();
    await expect
      .poll(() => calls)
      .toMatchObject([{ body: { trip: driven.id, version: 1, fields: {}, person: {} } }]);
  },
);

test('a passenger who came after all opens the trip again, with a reason', async () => {
  await open({ ...driven, state: 'no_show', needs: ['no_show'] });
  await button(spanish.reopen).click();
  await expect.element(page.getByRole('dialog', { name: trips.backTitle })).toBeVisible();
});
