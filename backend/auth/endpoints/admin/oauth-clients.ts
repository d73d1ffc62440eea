import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Actor } from '../../../identity/actor.ts';
import { empty, json, type Reply } from '../../../http/reply.ts';
import { isUuid } from '../../../util/uuid.ts';
import { readJson } from '../../body.ts';
import { requireAdmin } from '../../domain/callers/caller.ts';
import { AuthError, invalid } from '../../errors.ts';
import {
  changedValues,
  clientSchema,
  redirectList,
  requireConsistent,
  typeAndMethod,
} from '../../domain/admin/oauth-client-values.ts';
import {
  deleteOAuthClient,
  findOAuthClient,
  insertOAuthClient,
  listOAuthClients,
  updateOAuthClient,
  type OAuthClientRow,
} from '../../store/oauth-clients.ts';
import { record, type Recorder } from '../../domain/recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import { pageHeaders, requestedPage } from '../../domain/admin/paging.ts';

/** GET /admin/oauth/clients?page=&per_page=: `{clients}`, newest first. */
export async function listAnyOAuthClients(request: AuthRequest): Promise<Reply> {
  await requireAdmin(request);
  const page = requestedPage(request);
  const { clients, total } = await listOAuthClients(request.db, page);
  const body = { clients: clients.map((client) => clientView(client)), aud: 'authenticated' };
  return json(body, 200, pageHeaders(request, page, total));
}

/**
 * POST /admin/oauth/clients `{client_name, redirect_uris, …}`: 201 with the client. The secret of a confidential client is
 * shown this once.
 * @throws AuthError not_admin, validation_failed
 */
export async function createOAuthClient(request: AuthRequest): Promise<Reply> {
  const admin = await requireAdmin(request);
  const body = await readJson(request, clientSchema);
  if (!body.redirect_uris?.length) throw invalid('redirect_uris is required');
  const { type, method } = typeAndMethod(body);
  const id = randomUUID();
  const issued = type === 'confidential' ? newSecret() : undefined;
  await insertOAuthClient(request.db, {
    grant_types: 'authorization_code,refresh_token',
    ...changedValues({ ...body, grant_types: body.grant_types?.length ? body.grant_types : null }),
    redirect_uris: redirectList(body.redirect_uris),
    token_endpoint_auth_method: method,
    ...(issued && { client_secret_hash: issued.hash }),
    id,
    client_type: type,
    registration_type: 'manual',
  });
  recordChange(request, admin, id, 'created');
  return json(clientView((await findOAuthClient(request.db, id))!, issued?.secret), 201);
}

/** GET /admin/oauth/clients/:clientId @throws AuthError of `clientOf` */
export async function getOAuthClient(request: AuthRequest): Promise<Reply> {
  await requireAdmin(request);
  return json(clientView(await clientOf(request)));
}

/** PUT /admin/oauth/clients/:clientId: changes the values that the body names. @throws AuthError of `clientOf` */
export async function updateAnyOAuthClient(request: AuthRequest): Promise<Reply> {
  const admin = await requireAdmin(request);
  const client = await clientOf(request);
  const values = changedValues(await readJson(request, clientSchema));
  if (Object.keys(values).length === 0) throw invalid('No fields provided for update');
  if (values.token_endpoint_auth_method)
    requireConsistent(client.client_type, values.token_endpoint_auth_method);
  if (!(await updateOAuthClient(request.db, client.id, values)))
    throw new AuthError('oauth_client_not_found');
  recordChange(request, admin, client.id, 'updated');
  return json(clientView(await clientOf(request)));
}

/** DELETE /admin/oauth/clients/:clientId: 204. @throws AuthError of `clientOf` */
export async function deleteAnyOAuthClient(request: AuthRequest): Promise<Reply> {
  const admin = await requireAdmin(request);
  const { id } = await clientOf(request);
  await deleteOAuthClient(request.db, id);
  recordChange(request, admin, id, 'deleted');
  return empty(204);
}

/**
 * POST /admin/oauth/clients/:clientId/regenerate_secret: the client with a new secret, shown this once. The former one is
 * no longer good.
 * @throws AuthError of `clientOf`; validation_failed for a public client
 */
export async function regenerateOAuthClientSecret(request: AuthRequest): Promise<Reply> {
  const admin = await requireAdmin(request);
  const client = await clientOf(request);
  if (client.client_type === 'public') throw invalid('Cannot regenerate secret for public client');
  const { secret, hash } = newSecret();
  if (!(await updateOAuthClient(request.db, client.id, { client_secret_hash: hash })))
    throw new AuthError('oauth_client_not_found');
  recordChange(request, admin, client.id, 'secret');
  return json(clientView(await clientOf(request), secret));
}

function recordChange(request: Recorder, admin: Actor, id: string, change: string): void {
  record(request, 'oauth_client_modified', admin, { target: `oauth_client:${id}`, change });
}

/** The client of the path. @throws AuthError validation_failed, oauth_client_not_found */
async function clientOf(request: Pick<AuthRequest, 'db' | 'param'>): Promise<OAuthClientRow> {
  const id = request.param('clientId');
  if (!isUuid(id)) throw invalid('invalid client_id format');
  const client = await findOAuthClient(request.db, id);
  if (!client) throw new AuthError('oauth_client_not_found');
  return client;
}

/** A client as the API shows it: without the keys of absent values. */
function clientView({ id, client_name, client_uri, logo_uri, ...rest }: OAuthClientRow, secret?: string) {
  return {
    client_id: id,
    ...(secret !== undefined && { client_secret: secret }),
    ...rest,
    response_types: ['code'],
    ...(client_name && { client_name }),
    ...(client_uri && { client_uri }),
    ...(logo_uri && { logo_uri }),
  };
}

/** A new secret and the form in which it is stored. */
function newSecret(): { readonly secret: string; readonly hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: createHash('sha256').update(secret).digest('base64url') };
}
