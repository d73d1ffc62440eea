import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { loadNamespace } from '../../../i18n/namespaces.ts';
import { renderPanel } from '../../../testing/administration.tsx';
import { exampleTrip } from '../../../testing/exampleTrip.ts';
import { TripPayments } from './TripPayments.tsx';

const paid = {
  id: 'p1',
  kind: 'fare',
  method: 'cash',
  pesos: 18_000,
  created_at: '2099-11-28T19:50:00Z',
  voided_at: null,
  void_reason: null,
};

test.for([
  ['from', 'providencia', ['Aeropuerto', 'Providencia']],
  ['to', 'providencia', ['Providencia', 'Aeropuerto']],
  ['from', null, ['Aeropuerto', 'Destino acordado']],
  ['to', null, ['Origen acordado', 'Aeropuerto']],
  ['other', null, ['Origen acordado', 'Destino acordado']],
] as const)('the receipt of a trip %s the airport by %s names both ends, and no address', async (given) => {
  const [direction, route, ends] = given;
  const issued: unknown[] = [];
  const server = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = String(input);
    if (url.includes('/trip_payments')) return Promise.resolve(Response.json([paid]));
    if (!url.includes('issue_trip_receipt')) return Promise.resolve(Response.json([]));
    const { origin, destination } = JSON.parse(String(init?.body)) as Readonly<Record<string, string>>;
    issued.push([origin, destination]);
    return Promise.resolve(Response.json('c1'));
  });
  onTestFinished(() => server.mockRestore());
  await loadNamespace('trips', 'en');
  await loadNamespace('trips', 'es');
  const trip = { ...exampleTrip, direction, route, from_text: 'Calle Uno 12', to_text: 'Calle Dos 34' };
  await renderPanel('en', <TripPayments trip={trip} />);
  const { cash } = await loadNamespace('trips', 'en');
  await page.getByRole('button', { name: cash.receipt }).click();
  await expect.poll(() => issued).toEqual([ends]);
});
