/** Repeated work. Disposing stops the timer; disposing asynchronously also waits for a run under way. */
export interface Schedule extends Disposable, AsyncDisposable {
  /** Runs the work now, unless a run is under way. */
  run(now?: Date): Promise<void>;
}

interface Times {
  /** From the start to the first run; without it the first run starts at once. */
  readonly firstMs?: number;
  readonly intervalMs: number;
}

/** Repeats work, one run at a time. The timer does not keep the process alive. */
export function createSchedule(
  work: (now: Date) => Promise<unknown>,
  { firstMs, intervalMs }: Times,
): Schedule {
  let running: Promise<unknown> | undefined;

  async function run(now = new Date()): Promise<void> {
    if (running) return;
    try {
      running = work(now);
      await running;
    } finally {
      running = undefined;
    }
  }

  function repeat(): void {
    timer = setInterval(() => void run(), intervalMs).unref();
    void run();
  }

  let timer: NodeJS.Timeout | undefined;
  if (firstMs === undefined) repeat();
  else timer = setTimeout(repeat, firstMs).unref();
  const stop = (): void => clearTimeout(timer);
  return {
    run,
    [Symbol.dispose]: stop,
    async [Symbol.asyncDispose]() {
      stop();
      await running;
    },
  };
}
