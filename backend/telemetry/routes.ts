import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { json, notFound, unavailable, type Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/request.ts';
import { sameText } from '../util/same-text.ts';
import type { Metrics } from './metrics.ts';
import type { Outages } from './outages.ts';

const noStore = { 'Cache-Control': 'no-store' };
/** Time until `security.txt` expires; RFC 9116 recommends less than a year. */
const securityTextLifetimeMs = 180 * 24 * 60 * 60 * 1000;

/** Parts of the server that these addresses show. */
interface Observable {
  readonly config: Pick<Config, 'metricsToken' | 'publicUrl'>;
  readonly options: {
    readonly security?: { readonly contact: string; readonly languages: readonly string[] };
  };
  readonly db: Pick<Database, 'query'>;
  readonly outages: Pick<Outages, 'note'>;
  readonly stopping: AbortSignal;
}

/** Checks whether the database responds. Concurrent requests share one check: sign-in needs the connections. */
function createProbe({ db, outages }: Pick<Observable, 'db' | 'outages'>): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  return () => {
    asking ??= db
      .query('select 1')
      .then(() => true)
      .catch((error: Error) => {
        outages.note('the database', error);
        return false;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
}

/**
 * Serves the operator's addresses:
 * - `/health/live`: the process responds; `/health`: the database responds too, else 503; `/health/ready`: and the process
 *   is not about to end, so that a load balancer may send it requests
 * - `/metrics`: for Prometheus, with `METRICS_TOKEN` as bearer token; 404 without that setting
 * - `/.well-known/security.txt` (RFC 9116): 404 without a contact
 * @returns serves a request of these addresses; undefined leaves it to the app
 */
export function createObservation(observed: Observable, metrics: Metrics) {
  const { metricsToken, publicUrl } = observed.config;
  const { security } = observed.options;
  const databaseResponds = createProbe(observed);

  async function health({ path }: HttpRequest): Promise<Reply> {
    if (path === '/health/ready' && observed.stopping.aborted)
      return { ...unavailable('The server is stopping.'), note: 'stopping' };
    if (await databaseResponds()) return json({ status: 'ok' }, 200, noStore);
    return { ...unavailable('The database does not respond.'), note: 'outage' };
  }

  async function showMetrics({ headers }: HttpRequest): Promise<Reply | undefined> {
    if (metricsToken === undefined) return undefined;
    if (!sameText(headers.get('authorization') ?? '', `Bearer ${metricsToken}`))
      return json({ message: 'Send METRICS_TOKEN as bearer token.' }, 401, {
        'WWW-Authenticate': 'Bearer',
        ...noStore,
      });
    const { text, contentType } = await metrics.render();
    return { status: 200, body: text, headers: { 'Content-Type': contentType, ...noStore } };
  }

  async function securityText(): Promise<Reply | undefined> {
    if (!security) return undefined;
    const expires = new Date(Date.now() + securityTextLifetimeMs).toISOString();
    const lines = [
      `Contact: ${security.contact}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${security.languages.join(', ')}`,
      `Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`,
    ];
    const body = `${lines.join('\n')}\n`;
    return { status: 200, body, headers: { 'Content-Type': 'text/plain; charset=UTF-8' } };
  }

  const pages: Readonly<Record<string, (http: HttpRequest) => Promise<Reply | undefined>>> = {
    '/health/live': async () => json({ status: 'ok' }, 200, noStore),
    '/health': health,
    '/health/ready': health,
    '/metrics': showMetrics,
    '/.well-known/security.txt': securityText,
  };
  return async (http: HttpRequest): Promise<Reply | undefined> => {
    const show = Object.hasOwn(pages, http.path) ? pages[http.path] : undefined;
    if (!show || (http.method !== 'GET' && http.method !== 'HEAD')) return undefined;
    return (await show(http)) ?? notFound;
  };
}
