import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

const defaultIntervalMs = 3000;

/** The event loop of a quiet process works for less than this share of an interval. */
const quiet = 0.1;

/** Growth of the heap that makes a collection worth its pause: the event loop works on one for about 25 ms. */
const worthwhileBytes = 16 * 1024 * 1024;

const heapSize = (): number => getHeapStatistics().total_heap_size;

/**
 * Collects garbage when the event loop has been quiet for an interval and the heap has grown since the last collection.
 * V8 collects while a program allocates, so an idle server would keep the garbage of its start or of its last load, and
 * the space that held it. Does nothing without Node's option `--expose-gc` (`backend/memory.json`).
 */
export function collectWhenQuiet(interval = defaultIntervalMs): Disposable {
  // A collection would also discard compiled functions, and the next requests would compile them again.
  setFlagsFromString('--no-flush-bytecode');
  let before = performance.eventLoopUtilization();
  let collectedSize = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= quiet || heapSize() < collectedSize + worthwhileBytes) return;
    globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
    collectedSize = heapSize();
  }, interval).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
