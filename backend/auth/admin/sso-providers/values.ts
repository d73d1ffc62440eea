import * as v from 'valibot';
import type { Actor } from '../../../identity/actor.ts';
import { isUuid } from '../../../util/uuid.ts';
import { requireAdmin } from '../../caller.ts';
import { AuthError, invalid } from '../../errors.ts';
import { record } from '../../recording.ts';
import type { AuthRequest } from '../../request.ts';
import { findConnection, type SsoConnection, type ConnectionValues } from '../../saml/connections.ts';
import { fetchMetadata, readMetadata } from '../../saml/identity-provider.ts';
import { requireSaml } from '../../saml/service-provider.ts';

/** The metadata of some identity providers has nearly 100 KB. */
export const maxConnectionBytes = 256 * 1024;
const name = v.pipe(v.string(), v.maxLength(255));
const attribute = v.object({
  name: v.optional(name),
  names: v.optional(v.pipe(v.array(name), v.maxLength(20))),
  default: v.optional(v.unknown()),
});
export const bodySchema = v.object({
  type: v.nullish(name),
  metadata_url: v.nullish(v.pipe(v.string(), v.maxLength(2048))),
  metadata_xml: v.nullish(v.pipe(v.string(), v.maxLength(maxConnectionBytes))),
  domains: v.nullish(v.pipe(v.array(name), v.maxLength(100))),
  attribute_mapping: v.nullish(
    v.object({ keys: v.optional(v.pipe(v.record(name, attribute), v.maxEntries(50))) }),
  ),
  resource_id: v.nullish(name),
  disabled: v.nullish(v.boolean()),
  name_id_format: v.nullish(name),
});
type Body = v.InferOutput<typeof bodySchema>;

const nameIdFormats = [
  '',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
];

/** A connection as the API shows it: like the hosted service, without the keys of absent values. */
export function connectionView(connection: SsoConnection) {
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

function checkedDomains(domains: readonly string[]): readonly string[] {
  const lower = [...new Set(domains.map((domain) => domain.trim().toLowerCase()))];
  const wrong = lower.find((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain));
  if (wrong !== undefined) throw invalid(`“${wrong.slice(0, 100)}” is not a domain`);
  return lower;
}

/** The metadata in the body or at its `metadata_url`; undefined when the body has neither. */
async function givenMetadata(body: Body): Promise<{ xml: string; url: string | null } | undefined> {
  const { metadata_url: url, metadata_xml: xml } = body;
  if (url && xml) throw invalid('Only one of metadata_xml or metadata_url needs to be set');
  if (url) return { xml: await fetchMetadata(url), url };
  return xml ? { xml, url: null } : undefined;
}

/** The values of a connection after the body is applied. */
export async function valuesOf(body: Body, current: SsoConnection | undefined): Promise<ConnectionValues> {
  const metadata = (await givenMetadata(body)) ?? {
    xml: current?.saml.metadata_xml ?? '',
    url: current?.saml.metadata_url ?? null,
  };
  if (metadata.xml === '') throw invalid('Either metadata_xml or metadata_url must be set');
  const { entityId } = await readMetadata(metadata.xml);
  if (current && entityId !== current.saml.entity_id)
    throw new AuthError('saml_entity_id_mismatch', {
      message: `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${current.saml.entity_id}'`,
    });
  const nameIdFormat = body.name_id_format ?? current?.saml.name_id_format ?? '';
  if (!nameIdFormats.includes(nameIdFormat))
    throw invalid('name_id_format must be unspecified or one of the four of SAML');
  return {
    resourceId: (body.resource_id ?? current?.resource_id) || null,
    disabled: body.disabled ?? current?.disabled ?? false,
    entityId,
    metadataXml: metadata.xml,
    metadataUrl: metadata.url,
    attributeMapping: body.attribute_mapping ?? current?.saml.attribute_mapping ?? null,
    nameIdFormat: nameIdFormat || null,
    domains: checkedDomains(body.domains ?? current?.domains.map(({ domain }) => domain) ?? []),
  };
}

/**
 * The administrator, and the connection of the path.
 * @throws AuthError saml_provider_disabled, sso_provider_not_found; as `requireAdmin`
 */
export async function requireConnection(
  request: AuthRequest,
): Promise<{ admin: Actor; connection: SsoConnection }> {
  requireSaml(request);
  const admin = await requireAdmin(request);
  const id = request.param('id');
  const connection = isUuid(id) ? await findConnection(request.db, id) : undefined;
  if (!connection) throw new AuthError('sso_provider_not_found');
  return { admin, connection };
}

export function recordConnection(
  request: AuthRequest,
  admin: Actor,
  { id }: SsoConnection,
  change: 'created' | 'updated' | 'deleted',
): void {
  record(request, 'sso_provider_modified', admin, { target: `sso_provider:${id}`, change });
}
