import { Hono } from 'hono';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
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
 */
export function observationRoutes(observed: Observable, metrics: Metrics): Hono {
  const app = new Hono();
  const { metricsToken, publicUrl } = observed.config;
  const { security } = observed.options;
  const databaseResponds = createProbe(observed);

  app.get('/health/live', (c) => c.json({ status: 'ok' }, 200, noStore));
  app.on('GET', ['/health', '/health/ready'], async (c) => {
    if (c.req.path === '/health/ready' && observed.stopping.aborted) {
      c.set('isExpected', true);
      return c.json({ status: 'unavailable', message: 'The server is stopping.' }, 503, noStore);
    }
    if (await databaseResponds()) return c.json({ status: 'ok' }, 200, noStore);
    c.set('isOutage', true);
    return c.json({ status: 'unavailable', message: 'The database does not respond.' }, 503, noStore);
  });
  app.get('/metrics', async (c) => {
    if (metricsToken === undefined) return c.notFound();
    if (!sameText(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`))
      return c.json({ message: 'Send METRICS_TOKEN as bearer token.' }, 401, {
        'WWW-Authenticate': 'Bearer',
        ...noStore,
      });
    const { text, contentType } = await metrics.render();
    return c.body(text, 200, { 'Content-Type': contentType, ...noStore });
  });
  app.get('/.well-known/security.txt', (c) => {
    if (!security) return c.notFound();
    const expires = new Date(Date.now() + securityTextLifetimeMs).toISOString();
    const lines = [
      `Contact: ${security.contact}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${security.languages.join(', ')}`,
      `Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`,
    ];
    return c.text(`${lines.join('\n')}\n`);
  });
  return app;
}
