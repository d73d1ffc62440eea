import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { sameText } from '../util/same-text.ts';
import type { Metrics } from './metrics.ts';

const noStore = { 'Cache-Control': 'no-store' };
/** Security researchers are asked to look again after this long (RFC 9116 wants less than a year). */
const securityTextLifetime = 180 * 24 * 60 * 60 * 1000;

/**
 * Checks whether the database responds. Concurrent requests share one check: they need no key, and must not take the
 * connections that sign-in needs.
 */
function createProbe({ db, log }: Pick<Context, 'db' | 'log'>): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  return () => {
    asking ??= db
      .query('select 1')
      .then(() => true)
      .catch((error: Error) => {
        log.error({ reason: error.message }, 'not ready: the database does not answer');
        return false;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
}

/**
 * What is seen from outside:
 * - `/health/live`: the process answers; `/health/ready` and `/health`: the database answers too, else 503
 * - `/metrics`: for Prometheus, with `METRICS_TOKEN` as bearer token; without that setting there is no such address
 * - `/.well-known/security.txt` (RFC 9116)
 */
export function observationRoutes(context: Context, metrics: Metrics): Hono {
  const app = new Hono();
  const { metricsToken, securityContact, publicUrl } = context.config;
  const databaseAnswers = createProbe(context);

  app.get('/health/live', (c) => c.json({ status: 'ok' }, 200, noStore));
  app.on('GET', ['/health', '/health/ready'], async (c) => {
    if (await databaseAnswers()) return c.json({ status: 'ok' }, 200, noStore);
    return c.json({ status: 'unavailable', message: 'The database does not answer.' }, 503, noStore);
  });
  app.get('/metrics', async (c) => {
    if (metricsToken === undefined) return c.json({ message: 'There is nothing at this address.' }, 404);
    if (!sameText(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`))
      return c.json({ message: 'This address needs the token of METRICS_TOKEN.' }, 401, {
        'WWW-Authenticate': 'Bearer',
        ...noStore,
      });
    const { text, contentType } = await metrics.render();
    return c.body(text, 200, { 'Content-Type': contentType, ...noStore });
  });
  app.get('/.well-known/security.txt', (c) => {
    const expires = new Date(Date.now() + securityTextLifetime).toISOString();
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: es, en',
      `Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`,
    ];
    return c.text(`${lines.join('\n')}\n`);
  });
  return app;
}
