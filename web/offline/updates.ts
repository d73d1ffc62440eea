import { applyMessage } from './messages.ts';

/** How often a device that is never switched off asks for a new version. In milliseconds. */
const askInterval = 30 * 60_000;
/** How often it looks whether the screen is free, while a new version waits. */
const lookInterval = 2_000;

/** In the tab's own storage: the page was exchanged while the greeting stood there, so it greets again. */
const greetingKey = 'greeting';
const greetsAgain = sessionStorage.getItem(greetingKey) !== null;
sessionStorage.removeItem(greetingKey);

/** Whether the page has just been exchanged for a new version, with nobody there. */
export function isExchanged(): boolean {
  return greetsAgain;
}

/** Who is at a screen that belongs to passengers; null on the screens of drivers and administrators. */
let passenger: 'here' | 'gone' | null = null;
let lookNow: () => void = () => undefined;

/**
 * Says that a passenger's screen is shown, and whether somebody is at it: under their hands nothing is exchanged.
 * @returns what says that this screen is no longer shown
 */
export function watchPassenger(gone: boolean): () => void {
  passenger = gone ? 'gone' : 'here';
  lookNow();
  return () => {
    passenger = null;
  };
}

/** Whether something has been typed or chosen that a new page would lose. */
function isTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=radio], [type=checkbox], [type=hidden]), textarea',
  );
  return [...fields].some(({ value }) => value !== '');
}

/** Whether nobody would notice that the page is loaded anew. */
function isFree(): boolean {
  if (passenger === 'gone') return true;
  if (document.querySelector('dialog[open]')) return false;
  // A page that nobody has touched since it was opened is still at its start.
  if (passenger === 'here') return navigator.userActivation?.hasBeenActive === false;
  return !isTyped();
}

function exchange(): void {
  if (passenger === 'gone') sessionStorage.setItem(greetingKey, 'yes');
  window.location.reload();
}

/**
 * Looks for new versions of the app, and exchanges the page for one when nobody is disturbed by it: on the
 * passenger's screen before the first touch, or when the greeting stands there; elsewhere when nothing is typed and no
 * dialog open.
 */
export function followUpdates(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator;
  /** A new version has taken over, from here or from another tab: this page is of the one before. */
  let outdated = false;
  let controlled = serviceWorker.controller !== null;

  const look = () => {
    if (!(outdated || registration.waiting) || !isFree()) return;
    if (outdated) exchange();
    else registration.waiting?.postMessage(applyMessage);
  };
  const ask = () => {
    // Without a network there is nothing new.
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  };

  look();
  lookNow = look;
  setInterval(look, lookInterval);
  setInterval(ask, askInterval);
  window.addEventListener('online', ask);
  document.addEventListener('visibilitychange', ask);
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over the page that has brought it.
    outdated = controlled;
    controlled = true;
    look();
  });
}
