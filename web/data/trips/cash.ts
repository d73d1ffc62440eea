import type { Json } from '../../../shared/database.types.ts';
import type { TripPayment } from '../../../shared/trips.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import { sorted, type cashSorts, type Sorted } from '../list/sort.ts';
import type { Known } from '../rows.ts';
import type { Database } from '../../../shared/database.types.ts';

export const paymentKinds = ['fare', 'waiting', 'tolls', 'stop', 'other'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** A line of what a trip was paid. */
export interface PaymentLine {
  /** Chosen here: the same call twice is one payment. */
  readonly id: string;
  readonly kind: PaymentKind;
  readonly method: TripPayment;
  readonly pesos: number;
}

/** A payment as it is stored. */
export interface PaidLine extends PaymentLine {
  readonly created_at: string;
  readonly voided_at: string | null;
  readonly void_reason: string | null;
}

/** The payments of a trip, also those that were taken back, in their order. */
export async function tripPaymentsOf(trip: string, signal: AbortSignal): Promise<readonly PaidLine[]> {
  const query = getDatabase()
    .from('trip_payments')
    .select('id,kind,method,pesos,created_at,voided_at,void_reason')
    .eq('trip_id', trip);
  return unwrap(await query.order('created_at').order('id').abortSignal(signal)) as PaidLine[];
}

/** Notes how a trip was paid, and ends it. */
export async function payTrip(trip: string, payments: readonly PaymentLine[]): Promise<void> {
  unwrap(await getDatabase().rpc('pay_trip', { trip, payments: payments as unknown as Json }));
}

/** Takes a payment back. */
export async function voidPayment(payment: string, reason: string): Promise<void> {
  unwrap(await getDatabase().rpc('void_payment', { payment, reason }));
}

/** A driver's day in money: amounts in pesos. */
export type CashRow = Known<
  Database['public']['Functions']['cash_of_day']['Returns'][number],
  { readonly counted_at: string | null; readonly counted_difference: number | null }
>;

/** The same as a row of a list: the id is the driver's. */
export interface DriverCash extends CashRow {
  readonly id: string;
}

/** The drivers who drove on a day or hold cash. @param day as `2026-11-28` */
export async function cashOfDay(
  { day, ...order }: Sorted<(typeof cashSorts)[number]> & { readonly day: string },
  signal: AbortSignal,
): Promise<readonly DriverCash[]> {
  const query = sorted(getDatabase().rpc('cash_of_day', { day }), order);
  const rows = unwrap(await query.abortSignal(signal)) as readonly CashRow[];
  return rows.map((row) => ({ ...row, id: row.driver_id }));
}

/** Ends the trips of a driver whose pick-up has passed, each paid as booked. @returns their number */
export async function closeDriverDay(driver: string, day: string): Promise<number> {
  return unwrap(await getDatabase().rpc('close_driver_day', { driver, day }));
}

export interface HandOver {
  /** Chosen here: the same call twice takes in once. */
  readonly id: string;
  readonly driver: string;
  /** As the caller saw it. */
  readonly expected: number;
  readonly handed: number;
  readonly note: string;
}

/** Takes in all the cash that a driver holds. @throws DataError `edit_conflict` when it has changed meanwhile */
export async function countCash(handOver: HandOver): Promise<void> {
  unwrap(await getDatabase().rpc('count_cash', handOver));
}

/** Writes the receipt of a paid trip; one that holds already stays. @returns its id */
export async function issueTripReceipt(
  id: string,
  trip: string,
  origin: string,
  destination: string,
): Promise<string> {
  return unwrap(await getDatabase().rpc('issue_trip_receipt', { id, trip, origin, destination }));
}
