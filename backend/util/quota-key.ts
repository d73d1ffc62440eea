/** A party that limits count, such as an account or a network. */
export interface QuotaKey {
  readonly name: string;
  /** The part of each amount that counts: with a quarter, four times the limit. A power of two, so that sums are exact. */
  readonly weight: number;
}

/** A quota key with the plain limit. */
export function quotaKey(name: string): QuotaKey {
  return { name, weight: 1 };
}
