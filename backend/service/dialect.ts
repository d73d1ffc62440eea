import pg from 'pg';
import { isDiskFull } from '../disk/file-errors.ts';
import type { Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/request.ts';
import { TokenError } from '../identity/tokens.ts';
import { awayPart } from '../telemetry/outages.ts';
import { BusyError } from '../util/semaphore.ts';
import { BodyBrokenOffError, BodyNotJsonError, BodyTooLargeError } from './body.ts';
import { ServiceError } from './errors.ts';

/** The codes and texts of one service for the failures that every service has, and its way to write an error. */
export interface Dialect<Failure extends ServiceError> {
  /** Above a rate limit, or too much work waits. */
  busy(retryAfterSeconds: number): Failure;
  bodyTooLarge(error: BodyTooLargeError): Failure;
  bodyBrokenOff(error: BodyBrokenOffError): Failure;
  bodyNotJson(error: BodyNotJsonError): Failure;
  badToken(error: TokenError): Failure;
  diskFull(): Failure;
  /** An error of PostgreSQL; undefined when it means the same in every service. */
  fromDatabase(error: pg.DatabaseError): Failure | undefined;
  /** The database or the object store is not reachable, is starting or stopping, takes no writes, or has no room. */
  unavailable(cause: Error, retryAfterSeconds: number): Failure;
  /** A defect of ours. */
  unexpected(cause: Error): Failure;
  /** @param errorId the log has the error under this id; undefined when it is not logged */
  render(error: Failure, http: HttpRequest, errorId: string | undefined): Reply;
}

/** Clients try again after this while the database is away: a restart takes about as long. */
export const databaseRetryAfterSeconds = 5;

/** The error of the service that a thrown value means. */
export function toServiceError<Failure extends ServiceError>(
  cause: unknown,
  dialect: Dialect<Failure>,
): Failure {
  const thrown = cause as Error;
  if (thrown instanceof ServiceError) return thrown as Failure;
  if (thrown instanceof BusyError) return dialect.busy(thrown.retryAfterSeconds);
  if (thrown instanceof BodyTooLargeError) return dialect.bodyTooLarge(thrown);
  if (thrown instanceof BodyBrokenOffError) return dialect.bodyBrokenOff(thrown);
  if (thrown instanceof BodyNotJsonError) return dialect.bodyNotJson(thrown);
  if (thrown instanceof TokenError) return dialect.badToken(thrown);
  if (isDiskFull(thrown)) return dialect.diskFull();
  const known = thrown instanceof pg.DatabaseError ? dialect.fromDatabase(thrown) : undefined;
  if (known) return known;
  return awayPart(thrown)
    ? dialect.unavailable(thrown, databaseRetryAfterSeconds)
    : dialect.unexpected(thrown);
}
