import { vi } from 'vitest';

/**
 * Does `act`, and lets the timers that it has started run for so long at once. Those that would end later never do. Presses
 * and expectations within `act` take their real time on these timers too: Vitest sees to that.
 * @returns what `act` returns
 */
export async function skipTime<Result>(skippedMs: number, act: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const result = await act();
    vi.advanceTimersByTime(skippedMs);
    return result;
  } finally {
    vi.useRealTimers();
  }
}
