import { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { Context } from '../context.ts';
import { requireApiKey } from '../identity/api-key.ts';
import { clientAddress } from '../http/client-address.ts';
import { limitTraffic, readOrWrite } from '../service/traffic.ts';
import { findWriter, noteChange, noteRefusal } from '../service/trail.ts';
import { watchCatalog } from './catalog/watch.ts';
import { restError } from './errors.ts';
import { handle, type RestService } from './handle.ts';
import { createInTurn } from './limits.ts';
import { createPrepare } from './prepare.ts';

const prefix = '/rest/v1';

/**
 * The data API under `/rest/v1`: tables, views and functions of the exposed schemas, as PostgREST serves them.
 */
export function restRoutes(context: Context): Hono {
  const { api } = context.config.protocol;
  const settings = {
    schemas: api.schemas,
    maxRows: api.max_rows,
    plans: api.db_plan_enabled,
    extraSearchPath: api.extra_search_path,
  };
  const service: RestService = {
    context,
    settings,
    catalog: watchCatalog(context),
    prepare: createPrepare(settings),
    inTurn: createInTurn(context.config),
  };
  const routes = new Hono();
  routes.use(
    limitTraffic(context.traffic, readOrWrite, (c) =>
      c.body(restError('PGRST429', []).body(), 429, { 'Content-Type': 'application/json; charset=utf-8' }),
    ),
  );
  routes.use(requireApiKey(context));
  routes.options('*', (c) => c.body(null, 200, { Allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' }));
  routes.all('*', async (c) => {
    const writer = await findWriter(context, c);
    const address = clientAddress(c, context.config.trustedProxies);
    const { status, headers, body } = await handle(service, { request: c.req.raw, address }, prefix);
    await noteRefusal(context, c, status, /error=(\w+)/.exec(headers['Proxy-Status'] ?? '')?.[1] ?? '');
    noteChange(context, c, status, writer);
    return c.newResponse(body, status as StatusCode, headers);
  });
  return routes;
}
