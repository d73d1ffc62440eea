import type { UsageCount } from '../../../shared/usage.ts';
import { getDatabase } from '../database.ts';
import { toDataError } from '../errors.ts';

/**
 * Sends counts of what passengers used. Repeating it with the same key adds nothing more.
 * @param key of `newUuid`
 * @throws DataError `not_driver`, `over_usage_rate_limit`, `validation_failed`, `network`
 */
export async function sendUsage(key: string, uses: readonly UsageCount[]): Promise<void> {
  const counted = uses.map((use) => ({ ...use }));
  const { error, status } = await getDatabase().rpc('count_usage', { batch: key, uses: counted });
  // A public Wi-Fi may respond with its own page in place of the backend.
  if (error || status !== 204) throw toDataError(error ?? new Error(`HTTP ${status} instead of 204`), status);
}
