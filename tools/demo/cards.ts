import { randomUUID } from 'node:crypto';
import type { Backend } from '../../backend/index.ts';
import type { CardKind } from '../../shared/cards.ts';
import type { Api } from './api.ts';
import { office, password } from './people.ts';

/** The cards that the office has printed: of each kind, for the first active drivers. */
const demoCards: readonly (readonly [kind: Exclude<CardKind, 'receipt'>, drivers: number])[] = [
  ['credential', 3],
  ['headrest', 2],
  ['sticker', 4],
];

/** The receipts that it has written. The last one was a mistake. */
const demoReceipts = [
  { origin: 'Aeropuerto', destination: 'Hotel Plaza San Francisco, Centro', pesos: 15_000, hoursAgo: 50 },
  { origin: 'Aeropuerto', destination: 'Av. Apoquindo 3000, Las Condes', pesos: 23_000, hoursAgo: 28 },
  { origin: 'Providencia', destination: 'Aeropuerto', pesos: 18_000, hoursAgo: 5 },
  { origin: 'Aeropuerto', destination: 'Vitacura', pesos: 250_000, hoursAgo: 3 },
];

/** The number of rows in the register of printed cards and receipts. */
export const cardCount = demoCards.reduce((sum, [, count]) => sum + count, demoReceipts.length);

const hourMs = 3_600_000;

/** Fills the register as the office does, unless an earlier start has begun to. */
export async function printCards({ db }: Backend, api: Api): Promise<void> {
  const [known] = await db.query('select from public.printed_cards limit 1');
  if (known) return;
  const drivers = await db.query<{ id: string; plate: string }>(
    `select id, license_plate as plate from public.drivers where state = 'active' order by driver_code`,
  );
  const call = await api.signIn(office, password);
  for (const [kind, count] of demoCards) {
    const cards = drivers.slice(0, count).map(({ id, plate }) => ({ driver: id, plate, licence: 'A2' }));
    await call('POST', '/rest/v1/rpc/register_cards', { kind, cards });
  }
  let latest = '';
  for (const [index, { hoursAgo, ...trip }] of demoReceipts.entries()) {
    const driver = drivers[index % drivers.length];
    latest = randomUUID();
    await call('POST', '/rest/v1/rpc/issue_receipt', {
      id: latest,
      ...trip,
      taken_at: new Date(Date.now() - hoursAgo * hourMs).toISOString(),
      ...(driver && { driver: driver.id, plate: driver.plate }),
    });
  }
  const reason = 'Un cero de más: se escribió otro comprobante';
  await call('POST', '/rest/v1/rpc/void_receipt', { receipt: latest, reason });
}
