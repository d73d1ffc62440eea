import { isModalOpen } from '../ui/modal.ts';
import { isString, storedValue } from '../util/storedValue.ts';
import { applyMessage } from './messages.ts';

/** How often a device that is never switched off asks for a new version. */
const askIntervalMs = 30 * 60_000;
/** How often a waiting version checks whether the screen is free. */
const pollIntervalMs = 2_000;

/** Set while the greeting is shown: whatever reloads the page, it greets again. */
const greetingMark = storedValue('greeting', isString, { area: 'tab', format: 'text' });

/** Whether the greeting was shown when the page was reloaded. */
export function wasUnattended(): boolean {
  return greetingMark.read() !== null;
}

/** Whether a passenger is at the screen; null on the screens of drivers and administrators. */
let passenger: 'here' | 'gone' | null = null;
let pollNow: () => void = () => undefined;

/**
 * Marks the screen as a passenger's, so that the page does not reload while one is at it.
 * @param gone whether the passenger has left
 * @returns unmark
 */
export function watchPassenger(gone: boolean): () => void {
  passenger = gone ? 'gone' : 'here';
  if (gone) greetingMark.write('yes');
  pollNow();
  return () => {
    passenger = null;
    greetingMark.remove();
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement;
/** Text fields that somebody has typed into. */
const typedFields = new Set<Field>();

/** A search is not among them: the address keeps it. */
function noteTyping({ target }: { readonly target: EventTarget | null }): void {
  const isText =
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !/^(radio|checkbox|hidden|search)$/.test(target.type));
  if (isText) typedFields.add(target);
}

let isWatching = false;

/**
 * Notes what is typed from now on, and what may have been typed before this code had loaded; once for the page, however
 * often it is called. Call it before `allowsReload`.
 */
export function watchTyping(): void {
  if (isWatching) return;
  isWatching = true;
  for (const target of document.querySelectorAll('input, textarea')) noteTyping({ target });
  document.addEventListener('input', noteTyping, { capture: true, passive: true });
}

/** Whether the page holds typed text that a reload would lose. */
function isTyped(): boolean {
  for (const field of typedFields) if (!field.isConnected) typedFields.delete(field);
  return [...typedFields].some(({ value }) => value !== '');
}

/** Whether a reload disturbs nobody now. */
export function allowsReload(): boolean {
  if (passenger === 'gone') return true;
  if (isModalOpen()) return false;
  // The page is still at its start: it was not touched since it opened.
  if (passenger === 'here') return navigator.userActivation?.hasBeenActive === false;
  return !isTyped();
}

/**
 * Looks for new versions of the app and reloads the page for one when that disturbs nobody: on the passenger's screen
 * before the first touch or while the greeting is shown; elsewhere while nothing is typed and no dialog is open.
 */
export function followUpdates(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator;
  /** A new version has taken over, from this tab or another: this page is of the previous one. */
  let outdated = false;
  let controlled = serviceWorker.controller !== null;

  const poll = () => {
    if (!(outdated || registration.waiting) || !allowsReload()) return;
    if (outdated) window.location.reload();
    else registration.waiting?.postMessage(applyMessage);
  };
  const ask = () => {
    // Without a network there is no new version.
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  };

  watchTyping();
  poll();
  pollNow = poll;
  setInterval(poll, pollIntervalMs);
  setInterval(ask, askIntervalMs);
  window.addEventListener('online', ask);
  document.addEventListener('visibilitychange', ask);
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over the page that registered it: that is no update.
    outdated = controlled;
    controlled = true;
    poll();
  });
}
