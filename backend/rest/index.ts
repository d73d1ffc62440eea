import type { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { Context } from '../service/context.ts';
import { clientAddress } from '../http/client-address.ts';
import { createService } from '../service/service.ts';
import { readOrWrite } from '../service/traffic.ts';
import { watchCatalog } from './catalog/watch.ts';
import { restDialect } from './dialect.ts';
import { handle, type RestService } from './handle.ts';
import { createInTurn } from './limits.ts';
import { createPrepare } from './prepare.ts';

const prefix = '/rest/v1';

/** The data API under `/rest/v1`: tables, views and functions of the exposed schemas, as PostgREST serves them. */
export function restRoutes(context: Context): Hono {
  const settings = context.config.protocol.api;
  const service: RestService = {
    context,
    settings,
    catalog: watchCatalog(context),
    prepare: createPrepare(settings),
    inTurn: createInTurn(context.config),
  };
  const routes = createService(context, {
    dialect: restDialect,
    trafficKind: readOrWrite,
    needsKey: () => true,
    recordsWrite: (c) => readOrWrite(c) === 'write',
  });
  routes.options('*', (c) => c.body(null, 200, { Allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' }));
  routes.all('*', async (c) => {
    const address = clientAddress(c, context.config.trustedProxies);
    const { status, headers, body } = await handle(service, c.req.raw, address, prefix);
    return c.newResponse(body, status as StatusCode, headers);
  });
  return routes;
}
