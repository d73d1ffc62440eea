import { displayPhone } from '../../shared/chile/phone-reading.ts';
import { phoneOf } from '../../shared/chile/phone.ts';
import { chileanStamp } from '../../shared/chile/time.ts';

/*
 * Values of a CSV file as Excel in Chile understands them, which the imports read again.
 */

/**
 * A telephone number as `(+56) 9 8765 4321`: no formula, and not a number that a spreadsheet would round. `phoneOf` reads
 * it. Any other text stays.
 */
export function csvPhone(contact: string | null): string {
  const e164 = contact && phoneOf(contact);
  return e164 ? displayPhone(e164).replace(/^\S+/, '($&)') : (contact ?? '');
}

/** A day as `2026-11-24`, in Chile 24-11-2026. */
export function csvDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}-${month}-${year}`;
}

/** Day and minute of an ISO 8601 moment in the company's time zone: `2026-11-24 22:05`. */
export function csvTime(moment: string | null): string {
  return moment === null ? '' : chileanStamp(moment);
}

/** A number with a decimal comma and without groups. */
export function csvNumber(value: number | null, decimals = 0): string {
  return value === null ? '' : value.toFixed(decimals).replace('.', ',');
}

export function csvFlag(value: boolean): string {
  return value ? 'sí' : 'no';
}
