import { networkQuotaKeys } from '../http/client-address.ts';
import type { HttpRequest } from '../http/request.ts';
import { requestSession } from '../identity/caller.ts';
import type { RequestContext } from '../service/request-context.ts';
import type { RoutePath } from '../service/routes.ts';
import { quotaKey, type QuotaKey } from '../util/quota-key.ts';
import { isUuid } from '../util/uuid.ts';
import type { StorageServices } from './services.ts';
import type { Creator } from './signing/signed-urls.ts';
import { objectAddress, type ObjectAddress } from './store/keys.ts';

/**
 * One request to storage/v1: the shared services, and everything an endpoint knows about the request. Without getters: V8
 * gives each object that has one a hidden class of its own, which keeps the request until the next full collection.
 */
export type StorageRequest = Readonly<ReturnType<typeof storageRequest>>;

function uuidOrNull(claim: unknown): string | null {
  return isUuid(claim) ? claim : null;
}

export function storageRequest(
  services: StorageServices,
  http: HttpRequest,
  context: Pick<RequestContext, 'caller' | 'network'>,
  { pattern, param }: RoutePath,
) {
  return {
    ...services,
    /** For the method, the headers and the body. */
    http,
    query: Object.fromEntries([...http.query].toReversed()) as Readonly<Record<string, string>>,
    /** The route's `:bucket`. */
    bucket: param('bucket'),
    /** Bucket and key: what matches the `*` of the endpoint. @throws StorageError InvalidKey, NoSuchRoute */
    address: (): ObjectAddress => objectAddress(http, pattern.replace(/\*$/, '')),
    /** The header `x-upsert`: whether a write may replace an existing object. */
    upsert: http.headers.get('x-upsert') === 'true',
    /** Verifies the token or key. The user id is null for keys. @throws TokenError */
    async caller() {
      const caller = await context.caller();
      const userId = uuidOrNull(caller.claims.sub);
      const creator: Creator = {
        role: caller.role,
        owner: userId,
        session: uuidOrNull(caller.claims.session_id),
      };
      return {
        session: requestSession(caller, http, http.path),
        userId,
        /** The caller, as the URLs that they sign name them. */
        creator,
      };
    },
    /** The account and networks that expensive work counts against; empty for the secret key and within the process. */
    quotaKeys(role: string, userId: string | null): readonly QuotaKey[] {
      const { network } = context;
      if (role === 'service_role' || network === undefined) return [];
      return [...(userId === null ? [] : [quotaKey(userId)]), ...networkQuotaKeys(network)];
    },
  };
}
