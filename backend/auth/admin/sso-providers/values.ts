import { randomUUID } from 'node:crypto';
import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { isUuid, requireAdmin } from '../../caller.ts';
import { readJson } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import type { Actor } from '../../../audit/events.ts';
import { record } from '../../recording.ts';
import { fetchMetadata, readMetadata } from '../../saml/identity-provider.ts';
import {
  deleteProvider,
  findProvider,
  listProviders,
  saveProvider,
  type SsoProvider,
  type SsoProviderValues,
} from '../../saml/connections.ts';
import { requireSaml } from '../../saml/service-provider.ts';
import type { Auth } from '../../services.ts';

/** The metadata of some identity providers comes near 100 KB. */
const maxBytes = 256 * 1024;
const name = v.pipe(v.string(), v.maxLength(255));
const attribute = v.object({
  name: v.optional(name),
  names: v.optional(v.pipe(v.array(name), v.maxLength(20))),
  default: v.optional(v.unknown()),
});
const bodySchema = v.object({
  type: v.nullish(name),
  metadata_url: v.nullish(v.pipe(v.string(), v.maxLength(2048))),
  metadata_xml: v.nullish(v.pipe(v.string(), v.maxLength(maxBytes))),
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

/** Absent values leave out keys, as the hosted service has it. */
function view(provider: SsoProvider) {
  const { resource_id, disabled, saml, ...rest } = provider;
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

/** The metadata that the body gives or names; undefined when it does neither. */
async function givenMetadata(body: Body): Promise<{ xml: string; url: string | null } | undefined> {
  const { metadata_url: url, metadata_xml: xml } = body;
  if (url && xml) throw invalid('Only one of metadata_xml or metadata_url needs to be set');
  if (url) return { xml: await fetchMetadata(url), url };
  return xml ? { xml, url: null } : undefined;
}

/** The values of a connection after the body is applied; what the body leaves out stays as it is. */
async function valuesOf(body: Body, current: SsoProvider | undefined): Promise<SsoProviderValues> {
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

async function requireProvider(auth: Auth, c: HttpContext): Promise<{ admin: Actor; provider: SsoProvider }> {
  const admin = await requireAdmin(auth, c);
  const id = c.req.param('id');
  const provider = isUuid(id) ? await findProvider(auth.db, id) : undefined;
  if (!provider) throw new AuthError('sso_provider_not_found');
  return { admin, provider };
}

function recordChange(auth: Auth, c: HttpContext, admin: Actor, { id }: SsoProvider, change: string): void {
  record(auth, c, 'sso_provider_modified', admin, { target: `sso_provider:${id}`, change });
}

/** GET /admin/sso/providers: `{items}`, newest first. */
export async function listSsoProviders(auth: Auth, c: HttpContext): Promise<Response> {
  requireSaml(auth);
  await requireAdmin(auth, c);
  return c.json({ items: (await listProviders(auth.db)).map(view) });
}

/** POST /admin/sso/providers `{type: 'saml', metadata_url | metadata_xml, domains, attribute_mapping, …}`: 201. */
export async function createSsoProvider(auth: Auth, c: HttpContext): Promise<Response> {
  requireSaml(auth);
  const admin = await requireAdmin(auth, c);
  const body = await readJson(c.req.raw, bodySchema, maxBytes);
  if (body.type !== 'saml') throw invalid("Only 'saml' supported for SSO provider type");
  const values = await valuesOf(body, undefined);
  const provider = await auth.db.transaction((transaction) =>
    saveProvider(transaction, randomUUID(), values),
  );
  recordChange(auth, c, admin, provider, 'created');
  return c.json(view(provider), 201);
}

/** GET /admin/sso/providers/:id */
export async function getSsoProvider(auth: Auth, c: HttpContext): Promise<Response> {
  requireSaml(auth);
  return c.json(view((await requireProvider(auth, c)).provider));
}

/** PUT /admin/sso/providers/:id: changes what the body names. */
export async function updateSsoProvider(auth: Auth, c: HttpContext): Promise<Response> {
  requireSaml(auth);
  const { admin, provider: current } = await requireProvider(auth, c);
  const values = await valuesOf(await readJson(c.req.raw, bodySchema, maxBytes), current);
  const provider = await auth.db.transaction((transaction) => saveProvider(transaction, current.id, values));
  recordChange(auth, c, admin, provider, 'updated');
  return c.json(view(provider));
}

/** DELETE /admin/sso/providers/:id: gives what it was. */
export async function deleteSsoProvider(auth: Auth, c: HttpContext): Promise<Response> {
  requireSaml(auth);
  const { admin, provider } = await requireProvider(auth, c);
  await deleteProvider(auth.db, provider.id);
  recordChange(auth, c, admin, provider, 'deleted');
  return c.json(view(provider));
}
