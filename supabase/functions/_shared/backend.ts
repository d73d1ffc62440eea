import { httpError, HttpError } from './errors.ts';

/** An account of auth/v1, as far as our functions read it. */
export interface AuthUser {
  readonly id: string;
  readonly email?: string;
  readonly phone?: string;
  readonly created_at: string;
  readonly last_sign_in_at?: string;
  readonly banned_until?: string;
  readonly app_metadata: Readonly<Record<string, unknown>>;
  readonly is_anonymous?: boolean;
  readonly factors?: readonly { readonly status: string }[];
}

interface Send {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The installation's own auth/v1, rest/v1 and storage/v1, with full rights. */
export interface Backend {
  /** Administrators need a second factor, even those who have not set one up. */
  readonly requireAdminMfa: boolean;
  /** The account of an access token; undefined when the token is not valid, or no longer. */
  userOf(token: string): Promise<AuthUser | undefined>;
  /** Calls auth/v1/admin. @throws HttpError with the code of auth/v1 */
  auth(path: string, send?: Send): Promise<Response>;
  rest(path: string, send?: Send): Promise<Response>;
  storage(path: string, send?: Send): Promise<Response>;
  /** Checks the password of the account. @throws HttpError with the code of auth/v1 (`over_request_rate_limit`) */
  knowsPassword(user: AuthUser, password: string): Promise<boolean>;
}

const jsonHeaders = { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' };

/** Statuses of auth/v1 for an invalid token; a 429 says nothing about the token. */
const refusesToken: ReadonlySet<number> = new Set([400, 401, 403, 404]);

/** Passes errors of the other services on if they concern the request; the others become `unavailable`. */
async function expectOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as { code?: unknown; message?: unknown };
  const { code, message } = body;
  // An error of a trigger has no code in auth/v1; the only trigger with status 409 keeps the last administrator.
  if (response.status === 409 && code === 'unexpected_failure') throw httpError('last_admin');
  const concernsRequest = [400, 404, 409, 413, 422, 429].includes(response.status);
  if (concernsRequest && typeof code === 'string' && typeof message === 'string')
    throw new HttpError(code, response.status, message);
  console.error(
    `${new URL(response.url || 'http://backend/').pathname}: ${response.status} ${String(code)} ${String(message)}`,
  );
  throw httpError('unavailable');
}

/** A variable that the runtime sets for every function; empty when it is not set. */
function environment(name: string): string {
  return Deno.env.get(name) ?? '';
}

/** The variables of each key, newest name first: a dictionary, a single key, the legacy JWT. */
const keyNames = {
  secret: ['SUPABASE_SECRET_KEYS', 'SUPABASE_SECRET_KEY', 'SUPABASE_SERVICE_ROLE_KEY'],
  publishable: ['SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_ANON_KEY'],
} as const;

/** The entry `default` of a dictionary of keys, written as JSON. */
function defaultKey(dictionary: string): string {
  try {
    const keys = JSON.parse(dictionary) as { default?: unknown } | null;
    return typeof keys?.default === 'string' ? keys.default : '';
  } catch {
    return '';
  }
}

/** The first key of this kind in the environment. Legacy keys come last: they stay there after they were disabled. */
function findKey(kind: keyof typeof keyNames): string {
  const [dictionary, ...names] = keyNames[kind];
  const keys = [defaultKey(environment(dictionary)), ...names.map(environment)];
  const key = keys.find((each) => each !== '');
  if (key === undefined) throw new Error(`The environment holds no key: set ${keyNames[kind].join(' or ')}.`);
  return key;
}

function createBackend(): Backend {
  const url = environment('SUPABASE_URL');

  async function send(
    kind: keyof typeof keyNames,
    path: string,
    { method = 'GET', body, headers }: Send = {},
  ): Promise<Response> {
    const apikey = findKey(kind);
    return fetch(`${url}${path}`, {
      method,
      headers: { ...jsonHeaders, apikey, Authorization: `Bearer ${apikey}`, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  const callWithin =
    (service: string): Backend['auth'] =>
    async (path, init) =>
      expectOk(await send('secret', `${service}${path}`, init));

  return {
    requireAdminMfa: environment('REQUIRE_ADMIN_MFA') === 'true',
    auth: callWithin('/auth/v1/admin'),
    rest: callWithin('/rest/v1'),
    storage: callWithin('/storage/v1'),
    async knowsPassword({ email, phone }, password) {
      const body = { ...(email ? { email } : { phone }), password };
      const response = await send('publishable', '/auth/v1/token?grant_type=password', {
        method: 'POST',
        body,
      });
      if (response.status === 400) {
        const { code } = (await response.clone().json()) as { code?: unknown };
        if (code === 'invalid_credentials') return false;
      }
      await expectOk(response);
      return true;
    },
    async userOf(token) {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await send('publishable', '/auth/v1/user', { headers });
      if (refusesToken.has(response.status)) return undefined;
      return (await expectOk(response)).json() as Promise<AuthUser>;
    },
  };
}

/** Serves a function's requests with the backend of the runtime that it runs in. */
export function serve(handle: (request: Request, backend: Backend) => Promise<Response>): void {
  Deno.serve((request) => handle(request, createBackend()));
}
