import { vi } from 'vitest';

/**
 * Does `act`, and lets the timers that it has started run for so long at once. Those that would end later never do. Presses
 * and expectations within `act` take their real time on these timers too: Vitest sees to that.
 */
export async function skipTime(skippedMs: number, act: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await act();
    vi.advanceTimersByTime(skippedMs);
  } finally {
    vi.useRealTimers();
  }
}
