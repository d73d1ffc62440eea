import type { Hono, Context as HttpContext } from 'hono';
import type { Context } from '../service/context.ts';
import { clientAddress } from '../http/client-address.ts';
import { empty, type Reply } from '../service/endpoint.ts';
import { createService } from '../service/service.ts';
import { readOrWrite } from '../service/traffic.ts';
import { watchCatalog } from './catalog/watch.ts';
import { restDialect } from './dialect.ts';
import { handle, type RestService } from './handle.ts';
import { createDelivery } from './large.ts';
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
  const deliver = createDelivery();
  const respond = async (c: HttpContext): Promise<Reply> => {
    const address = clientAddress(c, context.config.trustedProxies);
    return deliver(c.req.raw, await handle(service, c.req.raw, address, prefix));
  };
  return createService(context, {
    dialect: restDialect,
    endpoints: [
      ['OPTIONS', '*', async () => empty(200, { Allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' })],
      ['ALL', '*', respond],
    ],
    request: (c: HttpContext) => c,
    trafficKind: readOrWrite,
    recordsWrites: true,
  });
}
