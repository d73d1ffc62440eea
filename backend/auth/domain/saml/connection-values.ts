import * as v from 'valibot';
import { AuthError, invalid } from '../../errors.ts';
import type { SsoConnection, ConnectionValues } from '../../store/connections.ts';
import type { Auth } from '../../context.ts';
import { fetchMetadata, readMetadata } from './identity-provider.ts';

/** The metadata of some identity providers has nearly 100 KB. */
export const maxConnectionBytes = 256 * 1024;
const name = v.pipe(v.string(), v.maxLength(255));
const attribute = v.object({
  name: v.optional(name),
  names: v.optional(v.pipe(v.array(name), v.maxLength(20))),
  default: v.optional(v.unknown()),
});
const attributeMapping = v.object({ keys: v.optional(v.pipe(v.record(name, attribute), v.maxEntries(50))) });

/** The body of POST and PUT /admin/sso/providers. */
export const connectionSchema = v.object({
  type: v.nullish(name),
  metadata_url: v.nullish(v.pipe(v.string(), v.maxLength(2048))),
  metadata_xml: v.nullish(v.pipe(v.string(), v.maxLength(maxConnectionBytes))),
  domains: v.nullish(v.pipe(v.array(name), v.maxLength(100))),
  attribute_mapping: v.nullish(attributeMapping),
  resource_id: v.nullish(name),
  disabled: v.nullish(v.boolean()),
  name_id_format: v.nullish(name),
});
export type ConnectionBody = v.InferOutput<typeof connectionSchema>;

const nameIdFormats = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
];

function checkedDomains(domains: readonly string[]): readonly string[] {
  const lower = [...new Set(domains.map((domain) => domain.trim().toLowerCase()))];
  const wrong = lower.find((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain));
  if (wrong !== undefined) throw invalid(`“${wrong.slice(0, 100)}” is not a domain`);
  return lower;
}

/** The metadata in the body or at its `metadata_url`; undefined when the body has neither. */
async function givenMetadata(auth: Pick<Auth, 'config'>, { metadata_url, metadata_xml }: ConnectionBody) {
  if (metadata_url && metadata_xml) throw invalid('Only one of metadata_xml or metadata_url needs to be set');
  if (metadata_url) return { metadata_xml: await fetchMetadata(auth, metadata_url), metadata_url };
  return metadata_xml ? { metadata_xml, metadata_url: null } : undefined;
}

/**
 * The values of a connection after the body is applied.
 * @throws AuthError validation_failed, saml_metadata_fetch_failed, saml_entity_id_mismatch
 */
export async function valuesOf(
  auth: Pick<Auth, 'config'>,
  body: ConnectionBody,
  current: SsoConnection | undefined,
): Promise<ConnectionValues> {
  const metadata = (await givenMetadata(auth, body)) ?? current?.saml;
  if (!metadata) throw invalid('Either metadata_xml or metadata_url must be set');
  const { metadata_xml, metadata_url } = metadata;
  const { entityId: entity_id } = await readMetadata(metadata_xml);
  if (current && entity_id !== current.saml.entity_id)
    throw new AuthError('saml_entity_id_mismatch', {
      message: `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${current.saml.entity_id}'`,
    });
  const name_id_format = (body.name_id_format ?? current?.saml.name_id_format) || null;
  if (name_id_format !== null && !nameIdFormats.includes(name_id_format))
    throw invalid('name_id_format must be unspecified or one of the four of SAML');
  const attribute_mapping = body.attribute_mapping ?? current?.saml.attribute_mapping ?? null;
  return {
    resource_id: (body.resource_id ?? current?.resource_id) || null,
    disabled: body.disabled ?? current?.disabled ?? false,
    saml: { entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format },
    domains: checkedDomains(body.domains ?? current?.domains.map(({ domain }) => domain) ?? []),
  };
}
