import pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import type { AttributeMapping } from '../admin/connection-values.ts';
import { AuthError } from '../errors.ts';

/** A connection with an identity provider, and its domains, as PostgreSQL's JSON. */
export interface SsoConnection {
  readonly id: string;
  readonly resource_id: string | null;
  readonly disabled: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly saml: {
    readonly entity_id: string;
    readonly metadata_xml: string;
    readonly metadata_url: string | null;
    readonly attribute_mapping: AttributeMapping | null;
    readonly name_id_format: string | null;
  };
  readonly domains: readonly { readonly domain: string }[];
}

export interface ConnectionValues extends Pick<SsoConnection, 'resource_id' | 'disabled' | 'saml'> {
  readonly domains: readonly string[];
}

const selectConnection = `
  select jsonb_build_object('id', p.id, 'resource_id', p.resource_id, 'disabled', p.disabled,
    'created_at', p.created_at, 'updated_at', p.updated_at,
    'saml', jsonb_build_object('entity_id', s.entity_id, 'metadata_xml', s.metadata_xml, 'metadata_url', s.metadata_url,
      'attribute_mapping', s.attribute_mapping, 'name_id_format', s.name_id_format),
    'domains', coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'domain', d.domain, 'created_at', d.created_at,
      'updated_at', d.updated_at) order by d.domain) from auth.sso_domains d where d.sso_provider_id = p.id), '[]')
  ) as provider
  from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`;

async function select(db: Queryable, rest: string, values: readonly unknown[]): Promise<SsoConnection[]> {
  const rows = await db.query<{ provider: SsoConnection }>(`${selectConnection} ${rest}`, values);
  return rows.map(({ provider }) => provider);
}

export function listConnections(db: Queryable): Promise<readonly SsoConnection[]> {
  return select(db, 'order by p.created_at desc, p.id limit 1000', []);
}

/** @param id a UUID */
export async function findConnection(db: Queryable, id: string): Promise<SsoConnection | undefined> {
  return (await select(db, 'where p.id = $1', [id]))[0];
}

export async function findConnectionByDomain(
  db: Queryable,
  domain: string,
): Promise<SsoConnection | undefined> {
  const condition =
    'where exists (select from auth.sso_domains d where d.sso_provider_id = p.id and lower(d.domain) = lower($1))';
  return (await select(db, condition, [domain]))[0];
}

export async function findConnectionByEntity(
  db: Queryable,
  entityId: string,
): Promise<SsoConnection | undefined> {
  return (await select(db, 'where s.entity_id = $1', [entityId]))[0];
}

/**
 * Inserts a connection, or updates all values of an existing one.
 * @throws AuthError sso_domain_already_exists, saml_idp_already_exists, sso_resource_id_already_exists
 */
export async function saveConnection(
  transaction: Queryable,
  id: string,
  values: ConnectionValues,
): Promise<SsoConnection> {
  const { entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format } = values.saml;
  try {
    await transaction.query(
      `insert into auth.sso_providers (id, resource_id, disabled) values ($1, $2, $3)
       on conflict (id) do update set resource_id = $2, disabled = $3, updated_at = now()`,
      [id, values.resource_id, values.disabled],
    );
    const mapping = JSON.stringify(attribute_mapping);
    const saml = [id, entity_id, metadata_xml, metadata_url, mapping, name_id_format];
    const updated = await transaction.query(
      `update auth.saml_providers set entity_id = $2, metadata_xml = $3, metadata_url = $4, attribute_mapping = $5,
         name_id_format = $6, updated_at = now() where sso_provider_id = $1 returning id`,
      saml,
    );
    if (updated.length === 0)
      await transaction.query(
        `insert into auth.saml_providers
           (sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format)
         values ($1, $2, $3, $4, $5, $6)`,
        saml,
      );
    await transaction.query(
      'delete from auth.sso_domains where sso_provider_id = $1 and not (lower(domain) = any ($2))',
      [id, values.domains],
    );
    await transaction.query(
      `insert into auth.sso_domains (sso_provider_id, domain)
       select $1, d from unnest($2::text[]) d
       where not exists (select from auth.sso_domains where sso_provider_id = $1 and lower(domain) = d)`,
      [id, values.domains],
    );
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.constraint !== 'saml_providers_entity_id_key')
      throw error;
    throw new AuthError('saml_idp_already_exists', {
      message: `SAML Identity Provider with this EntityID (${entity_id.slice(0, 300)}) already exists`,
    });
  }
  return (await findConnection(transaction, id))!;
}

export async function deleteConnection(db: Queryable, id: string): Promise<void> {
  await db.query('delete from auth.sso_providers where id = $1', [id]);
}
