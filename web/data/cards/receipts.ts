import type { ReceiptTrip } from '../../../shared/cards.ts';
import { requestAsNobody } from '../asNobody.ts';

// The page of a receipt asks before React has loaded: keep this small.

/** A receipt as passengers read it. */
export interface Receipt {
  readonly folio: number;
  /** ISO 8601 */
  readonly printed_at: string;
  readonly driver_name: string | null;
  readonly license_plate: string | null;
  readonly details: ReceiptTrip;
  /** ISO 8601; null while the receipt holds. */
  readonly voided_at: string | null;
}

/** As the database gives it. */
interface FoundReceipt extends Omit<Receipt, 'voided_at'> {
  readonly details: ReceiptTrip & { readonly voidedAt?: string };
}

/** @returns null for an unknown secret, or one of a receipt whose period is over */
export async function readReceipt(secret: string): Promise<Receipt | null> {
  const [receipt] = (await requestAsNobody('rpc/receipt_by_secret', { secret })) as FoundReceipt[];
  return receipt ? { ...receipt, voided_at: receipt.details.voidedAt ?? null } : null;
}
