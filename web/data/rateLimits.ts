import { fetchAsUser } from './client.ts';
import { databaseBy, type Client } from './database.ts';
import { DataError, toDataError } from './errors.ts';

/** The backend refused a request because there were too many. */
export class RateLimitError extends DataError {
  /** `Retry-After` in seconds; null without the header. */
  readonly retryAfter: number | null;

  constructor({ code, message, status }: DataError, retryAfter: string | null) {
    super(code, message, status, true);
    const seconds = Number.parseInt(retryAfter ?? '', 10);
    this.retryAfter = Number.isNaN(seconds) ? null : seconds;
  }
}

/** A client of `rest/v1` for one request, whose errors tell how long a rate limit lasts. */
export function limitedDatabase(): {
  readonly database: Client;
  readonly toError: (error: unknown, status: number) => DataError;
} {
  let retryAfter: string | null = null;
  const send = fetchAsUser();
  const observed: typeof fetch = async (...request) => {
    const response = await send(...request);
    retryAfter = response.headers.get('Retry-After');
    return response;
  };
  return {
    database: databaseBy(observed),
    toError: (error, status) => {
      const failure = toDataError(error, status);
      return status === 429 ? new RateLimitError(failure, retryAfter) : failure;
    },
  };
}
