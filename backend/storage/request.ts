import type { Context as HttpContext } from 'hono';
import { networkQuotaKeys } from '../http/client-address.ts';
import { requestSession } from '../identity/caller.ts';
import type { RequestContext } from '../service/request-context.ts';
import { quotaKey, type QuotaKey } from '../util/quota-key.ts';
import { isUuid } from '../util/uuid.ts';
import type { StorageServices } from './services.ts';
import type { Creator } from './signing/signed-urls.ts';
import { objectAddress } from './store/keys.ts';

/** One request to storage/v1: the shared services, and everything an endpoint knows about the request. */
export type StorageRequest = Readonly<ReturnType<typeof storageRequest>>;

function uuidOrNull(claim: unknown): string | null {
  return isUuid(claim) ? claim : null;
}

/** @param path of the endpoint; objects are addressed by what matches its `*` */
export function storageRequest(
  services: StorageServices,
  c: HttpContext,
  path: string,
  context: Pick<RequestContext, 'caller' | 'network'>,
) {
  const { raw } = c.req;
  return {
    ...services,
    /** For the method, the headers and the body. */
    raw,
    get query(): Readonly<Record<string, string>> {
      return c.req.query();
    },
    /** The route's `:bucket`. */
    bucket: c.req.param('bucket') ?? '',
    /** Bucket and key. @throws StorageError InvalidKey, NoSuchRoute */
    get address() {
      return objectAddress(raw, path.replace(/\*$/, ''));
    },
    /** The header `x-upsert`: whether a write may replace an existing object. */
    upsert: raw.headers.get('x-upsert') === 'true',
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
        session: requestSession(caller, raw, new URL(raw.url).pathname),
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
