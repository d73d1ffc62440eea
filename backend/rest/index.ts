import type { Context } from '../service/context.ts';
import { empty, type Reply } from '../http/reply.ts';
import { createService, type Serve } from '../service/service.ts';
import { readOrWrite } from '../service/traffic.ts';
import { watchCatalog } from './catalog/watch.ts';
import { restDialect } from './dialect.ts';
import { handle, type RestRequest, type RestService } from './handle.ts';
import { createDelivery } from './large.ts';
import { createInTurn } from './limits.ts';
import { createPrepare } from './prepare.ts';
import { createSharedReads } from './shared-reads.ts';

/** The data API under `/rest/v1`: tables, views and functions of the exposed schemas, as PostgREST serves them. */
export function restService(context: Context): Serve {
  const settings = context.config.protocol.api;
  const service: RestService = {
    context,
    settings,
    catalog: watchCatalog(context),
    prepare: createPrepare(settings),
    inTurn: createInTurn(context.config, context.db.callerConnections),
    sharedReads: createSharedReads(),
  };
  const deliver = createDelivery();
  const respond = async (request: RestRequest): Promise<Reply> =>
    deliver(request, await handle(service, request));
  return createService(context, {
    dialect: restDialect,
    endpoints: [
      ['OPTIONS', '*', async () => empty(200, { Allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' })],
      ['ALL', '*', respond],
    ],
    request: (http, { caller }): RestRequest => ({ http, caller }),
    trafficKind: readOrWrite,
    recordsWrites: true,
  });
}
