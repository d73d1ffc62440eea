/**
 * Calls `leave` when the page is put away or closed: a phone may never come back to it. Browsers differ in which of the
 * two events they send, so `leave` may be called twice.
 */
export function onLeave(leave: () => void, signal: AbortSignal): void {
  const look = () => document.visibilityState === 'hidden' && leave();
  document.addEventListener('visibilitychange', look, { signal });
  window.addEventListener('pagehide', leave, { signal });
}
