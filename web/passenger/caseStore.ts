import { openCase, uploadCasePhoto, type NewCase } from '../data/tickets/publicTickets.ts';
import { toDataError, type DataError } from '../data/errors.ts';
import { isShared } from '../session/memory.ts';
import { newSecret } from '../util/secret.ts';
import { createEmitter } from '../util/signal.ts';
import { isObjectWith, storedValue } from '../util/storedValue.ts';
import { keptCases, sendNextPart, waits, type CaseBackend, type StoredCase } from './sendCase.ts';

/*
 * The cases of this phone. A case is stored before it is sent, so that neither a lost connection nor a closed page loses
 * it; once the server has it, only the number and the secret of its page stay. The secret is also the key by which a
 * retry opens the case once.
 */

function isStoredCases(value: unknown): value is readonly StoredCase[] {
  const isStored = isObjectWith<StoredCase>('secret', 'number', 'written', 'photo', 'photoName');
  return Array.isArray(value) && value.every(isStored);
}

const backend: CaseBackend = { openCase, uploadCasePhoto };
const storage = storedValue('cases', isStoredCases);
const none: readonly StoredCase[] = [];
/** All cases as long as the page lasts, where the storage takes none: it is full, or a private window has none. */
let inMemory: readonly StoredCase[] | null = null;
const changedInMemory = createEmitter();

export const readCases = (): readonly StoredCase[] => inMemory ?? storage.read() ?? none;

/** Calls `listener` after a change, in another tab too. @returns unsubscribe */
export function subscribeToCases(listener: () => void): () => void {
  const unsubscribe = [storage.subscribe(listener), changedInMemory.listen(listener)];
  return () => {
    for (const stop of unsubscribe) stop();
  };
}

function writeCases(changeAll: (cases: readonly StoredCase[]) => readonly StoredCase[]): void {
  const cases = keptCases(changeAll(readCases()));
  // A full storage has no room for the photo: the words matter more.
  const withoutPhotos = cases.map((each) =>
    each.photo === null ? each : { ...each, photo: null, photoLost: true },
  );
  const isStored = storage.write(cases) || storage.write(withoutPhotos);
  inMemory = isStored ? null : cases;
  changedInMemory.emit();
}

const change = (secret: string, changes: Partial<StoredCase>) =>
  writeCases((cases) => cases.map((each) => (each.secret === secret ? { ...each, ...changes } : each)));

/** Stores a case on the phone. @returns the secret of its page */
export function storeCase(written: NewCase, photo: string | null): string {
  const secret = newSecret();
  const shared = isShared();
  writeCases((cases) => [{ secret, number: null, written, photo, photoName: null, shared }, ...cases]);
  return secret;
}

export function forgetStoredCase(secret: string): void {
  writeCases((cases) => cases.filter((each) => each.secret !== secret));
}

/** Leaves of all cases, which passengers wrote on this shared device, those that still wait; no list shows them. */
export function forgetCases(): void {
  if (readCases().length > 0)
    writeCases((cases) => cases.filter(waits).map((each) => ({ ...each, shared: true })));
}

async function send(waiting: StoredCase): Promise<void> {
  const changes = await sendNextPart(waiting, backend);
  change(waiting.secret, changes);
  const rest = { ...waiting, ...changes };
  if (waits(rest)) change(waiting.secret, await sendNextPart(rest, backend));
}

let sending: Promise<DataError | null> | undefined;

async function sendAll(): Promise<DataError | null> {
  let failure: DataError | null = null;
  for (const each of readCases().filter(waits))
    await send(each).catch((error: unknown) => {
      failure = toDataError(error);
    });
  return failure;
}

/** Sends all cases that wait, one run at a time. @returns the last failure; null when nothing waits any more */
export function sendCases(): Promise<DataError | null> {
  sending ??= sendAll().finally(() => {
    sending = undefined;
  });
  return sending;
}
