import { bareNumber, phoneOf } from './phone.ts';

/** Whether the text names its country itself, so that every reader dials the same number. */
export function isInternational(text: string): boolean {
  return phoneOf(text)?.slice(1) === bareNumber(text).replace('+', '');
}

/**
 * Returns a driver's number in E.164 where we recognise it, else as written, without separators: drivers may have any
 * number of 9 to 15 digits.
 */
export function contactOf(text: string): string {
  return phoneOf(text) ?? bareNumber(text);
}
