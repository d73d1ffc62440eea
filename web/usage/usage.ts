import { chileanDay } from '../../shared/chile/time.ts';
import type { UsageName } from '../../shared/usage.ts';
import { toDataError } from '../data/errors.ts';
import { sendUsage } from '../data/company/usage.ts';
import { locked } from '../util/locked.ts';
import { keepRunning, type Next } from '../util/time/retry.ts';
import { isObjectWith, storedValue } from '../util/storedValue.ts';
import { newUuid } from '../util/uuid.ts';
import { noUsage, withBatch, withUse, type StoredUsage } from './batches.ts';

/*
 * Counts what passengers open, by day and language, and sends the counts now and then. They name no person and no device.
 */

/** Without storage nothing is counted. */
const stored = storedValue('transfer.usage', isObjectWith<StoredUsage>('open', 'batch'));
const sendingIntervalMs = 15 * 60_000;
/** A tab that fell asleep while it sent must not block the others for good. */
const lockTimeoutMs = 30_000;

/** Counts that somebody used something, in the language of the screen. */
export function countUse(name: UsageName): void {
  const use = { day: chileanDay(new Date()), name, language: document.documentElement.lang, uses: 1 };
  stored.write(withUse(stored.read() ?? noUsage, use));
}

/** Sends one batch. @returns when to look again */
async function sendBatch(): Promise<Next> {
  const frozen = withBatch(stored.read() ?? noUsage, newUuid(), chileanDay(new Date()));
  const { batch } = frozen;
  // A batch that the device cannot store could be sent twice under two keys.
  if (!batch || !stored.write(frozen)) return sendingIntervalMs;
  try {
    await sendUsage(batch.key, batch.uses);
  } catch (error) {
    const { status, code } = toDataError(error);
    if (status < 400 || status === 401 || status === 408 || status === 429 || status >= 500) return 'backoff';
    // Refused for good, for example because the driver has left.
    console.error('The counts were refused', code);
  }
  // More may have been counted meanwhile.
  const { open } = stored.read() ?? noUsage;
  stored.write({ open, batch: null });
  return sendingIntervalMs;
}

/** Counts the chats that passengers open, and sends all counts now and then, until `signal`. */
export function startUsage(signal: AbortSignal): void {
  const follow = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a[href^="https://wa.me/"]')) countUse('whatsapp');
  };
  document.addEventListener('click', follow, { signal });
  keepRunning(() => locked('usage', lockTimeoutMs, sendBatch), signal);
}
