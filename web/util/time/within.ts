/**
 * Waits for a promise at most `timeoutMs`: some browsers never settle a request to IndexedDB or to the battery.
 * @throws DOMException `TimeoutError` when it takes longer; else as the promise
 */
export async function within<Value>(timeoutMs: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException(`Took over ${timeoutMs} ms`, 'TimeoutError')),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
