import type { ReceiptTrip } from '../../shared/cards.ts';
import { requestAsNobody } from './asNobody.ts';

// The page of a receipt asks before React has loaded: keep this small.

/** A receipt as passengers read it. */
export interface Receipt {
  readonly folio: number;
  /** ISO 8601 */
  readonly printed_at: string;
  readonly driver_name: string | null;
  readonly license_plate: string | null;
  readonly details: ReceiptTrip;
}

/** @returns null for an unknown secret, or one of a receipt whose period is over */
export async function readReceipt(secret: string): Promise<Receipt | null> {
  const [receipt] = (await requestAsNobody('rpc/receipt_by_secret', { secret })) as Receipt[];
  return receipt ?? null;
}
