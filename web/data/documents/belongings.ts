import { getDatabase } from '../database.ts';
import { toDataError, unwrap } from '../errors.ts';
import type { DocumentOwner } from '../../../shared/records/document.ts';

/** The rows and files that belong to a driver or a vehicle. Its documents are deleted with it; its shifts stay. */
export interface Belongings {
  readonly documents: number;
  /** Documents that have a file. */
  readonly files: number;
  /** Shifts that have ended. */
  readonly pastShifts: number;
  /** How long an ended shift stays. */
  readonly shiftDays: number;
  /** The plate of the vehicle of the open shift; null without one. */
  readonly openShift: string | null;
}

interface Counted {
  readonly count: number | null;
  readonly error: { readonly message: string } | null;
  readonly status: number;
}

function countOf({ count, error, status }: Counted): number {
  if (error) throw toDataError(error, status);
  return count ?? 0;
}

/** Counts for an administrator; others see less. @throws DataError */
export async function countBelongings(
  owner: DocumentOwner,
  id: string,
  signal: AbortSignal,
): Promise<Belongings> {
  const column = `${owner}_id` as const;
  const count = { count: 'exact', head: true } as const;
  const documents = () =>
    getDatabase().from('documents').select('id', count).eq(column, id).abortSignal(signal);
  const shifts = () => getDatabase().from('shifts').select('id', count).eq(column, id).abortSignal(signal);
  const open = getDatabase().from('shifts').select('vehicle:vehicles(license_plate)').eq(column, id);
  const [all, withFile, past, current, days] = await Promise.all([
    documents(),
    documents().not('file', 'is', null),
    shifts().not('ended_at', 'is', null),
    open.is('ended_at', null).abortSignal(signal),
    getDatabase().rpc('shift_retention').abortSignal(signal),
  ]);
  const [shift] = unwrap(current);
  return {
    documents: countOf(all),
    files: countOf(withFile),
    pastShifts: countOf(past),
    shiftDays: unwrap(days),
    openShift: shift?.vehicle?.license_plate ?? null,
  };
}
