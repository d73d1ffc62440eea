import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time: how long it takes does not tell where they differ, only whether their lengths do. */
export function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
