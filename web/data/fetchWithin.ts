import { takeBegunRead } from './begunRead.ts';
import { unreached } from './reach.ts';

/** No response within this time is an error: `request_timeout`. */
export const timeoutMs = 20_000;
/** After this long without a response it is worth looking whether the backend can be reached. */
const slowMs = 5_000;
/** A proxy in front of a backend that is away, or a backend that has lost its database. */
const awayStatus = new Set([502, 503, 504]);

/** `fetch` with a timeout: an error `request_timeout`; an abort by the caller stays an `AbortError`. */
export function fetchWithin(milliseconds: number): typeof fetch {
  return async (input, init) => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new Error('request_timeout')), milliseconds);
    const slow = setTimeout(unreached.emit, slowMs);
    const cancel = () => abort.abort(init?.signal?.reason);
    init?.signal?.addEventListener('abort', cancel, { once: true });
    try {
      const response = await (takeBegunRead(input, init) ?? fetch(input, { ...init, signal: abort.signal }));
      if (awayStatus.has(response.status)) unreached.emit();
      return response;
    } catch (error) {
      if (!init?.signal?.aborted) unreached.emit();
      if (abort.signal.aborted && !init?.signal?.aborted)
        throw new Error('request_timeout', { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
      clearTimeout(slow);
      init?.signal?.removeEventListener('abort', cancel);
    }
  };
}
