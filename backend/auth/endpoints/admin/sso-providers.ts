import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../identity/actor.ts';
import { json, type Reply } from '../../../http/reply.ts';
import { isUuid } from '../../../util/uuid.ts';
import { readJson } from '../../body.ts';
import { requireAdmin, type AdminSource } from '../../domain/callers/caller.ts';
import { AuthError, invalid } from '../../errors.ts';
import { record, type Recorder } from '../../domain/recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import {
  deleteConnection,
  findConnection,
  listConnections,
  saveConnection,
  type SsoConnection,
} from '../../store/connections.ts';
import { requireSaml } from '../../domain/saml/service-provider.ts';
import {
  connectionSchema,
  maxConnectionBytes,
  valuesOf,
  type ConnectionBody,
} from '../../domain/saml/connection-values.ts';
import type { Auth } from '../../context.ts';

/** GET /admin/sso/providers: `{items}`, newest first. */
export async function listSsoProviders(request: AuthRequest): Promise<Reply> {
  await requireSamlAdmin(request);
  return json({ items: (await listConnections(request.db)).map(connectionView) });
}

/** POST /admin/sso/providers `{type: 'saml', metadata_url | metadata_xml, domains, attribute_mapping, …}`: 201. */
export async function createSsoProvider(request: AuthRequest): Promise<Reply> {
  const admin = await requireSamlAdmin(request);
  const body = await readJson(request, connectionSchema, maxConnectionBytes);
  if (body.type !== 'saml') throw invalid("Only 'saml' supported for SSO provider type");
  return json(changed(request, admin, await save(request, body), 'created'), 201);
}

/** GET /admin/sso/providers/:id */
export async function getSsoProvider(request: AuthRequest): Promise<Reply> {
  await requireSamlAdmin(request);
  return json(connectionView(await connectionOf(request)));
}

/** PUT /admin/sso/providers/:id: changes the values that the body names. */
export async function updateSsoProvider(request: AuthRequest): Promise<Reply> {
  const admin = await requireSamlAdmin(request);
  const current = await connectionOf(request);
  const body = await readJson(request, connectionSchema, maxConnectionBytes);
  return json(changed(request, admin, await save(request, body, current), 'updated'));
}

/** DELETE /admin/sso/providers/:id: responds with the deleted provider. */
export async function deleteSsoProvider(request: AuthRequest): Promise<Reply> {
  const admin = await requireSamlAdmin(request);
  const connection = await connectionOf(request);
  await deleteConnection(request.db, connection.id);
  return json(changed(request, admin, connection, 'deleted'));
}

async function save(request: Pick<Auth, 'config' | 'db'>, body: ConnectionBody, current?: SsoConnection) {
  const values = await valuesOf(request, body, current);
  return request.db.transaction((transaction) =>
    saveConnection(transaction, current?.id ?? randomUUID(), values),
  );
}

/** Records a change. @returns the connection for the response */
function changed(
  request: Recorder,
  admin: Actor,
  connection: SsoConnection,
  change: 'created' | 'updated' | 'deleted',
) {
  record(request, 'sso_provider_modified', admin, { target: `sso_provider:${connection.id}`, change });
  return connectionView(connection);
}

/** The connection of the path. @throws AuthError sso_provider_not_found */
async function connectionOf(request: Pick<AuthRequest, 'db' | 'param'>): Promise<SsoConnection> {
  const id = request.param('id');
  const connection = isUuid(id) ? await findConnection(request.db, id) : undefined;
  if (!connection) throw new AuthError('sso_provider_not_found');
  return connection;
}

/** @throws AuthError saml_provider_disabled; as `requireAdmin` */
function requireSamlAdmin(request: AdminSource & Pick<Auth, 'settings'>): Promise<Actor> {
  requireSaml(request);
  return requireAdmin(request);
}

/** A connection as the API shows it: like the hosted service, without the keys of absent values. */
function connectionView(connection: SsoConnection) {
  const { resource_id, disabled, saml, ...rest } = connection;
  const { metadata_url, attribute_mapping, name_id_format, ...shown } = saml;
  return {
    ...rest,
    ...(resource_id !== null && { resource_id }),
    ...(disabled && { disabled }),
    saml: {
      ...shown,
      ...(metadata_url !== null && { metadata_url }),
      ...(attribute_mapping !== null && { attribute_mapping }),
      ...(name_id_format !== null && { name_id_format }),
    },
  };
}
