/**
 * Runs `work` in one tab at a time. Without locks (pages served without TLS), and when the tab that holds the lock keeps it
 * longer than `timeoutMs` because it sleeps, `work` runs all the same: it must be safe beside itself.
 */
export async function locked<Result>(
  name: string,
  timeoutMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return work();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), timeoutMs);
  let isHeld = false;
  const inTurn = () => {
    isHeld = true;
    clearTimeout(timer);
    return work();
  };
  try {
    return await locks.request(name, { signal: waiting.signal }, inTurn);
  } catch (error) {
    if (isHeld || !waiting.signal.aborted) throw error;
    return work();
  }
}
