import pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import { column, columnsOf, insertRow, type RowOf } from '../../db/rows.ts';
import { AuthError } from '../errors.ts';

/** The attributes of an assertion that become claims of the account. */
export interface AttributeMapping {
  readonly keys?:
    | Readonly<
        Record<
          string,
          {
            readonly name?: string | undefined;
            readonly names?: readonly string[] | undefined;
            readonly default?: unknown;
          }
        >
      >
    | undefined;
}

const providerColumns = columnsOf('auth.sso_providers p', {
  id: column<string>(),
  resource_id: column<string | null>(),
  disabled: column<boolean>(),
  created_at: column<string>(),
  updated_at: column<string>(),
});

const samlColumns = columnsOf('auth.saml_providers s', {
  entity_id: column<string>(),
  metadata_xml: column<string>(),
  metadata_url: column<string | null>(),
  attribute_mapping: column<AttributeMapping | null>(),
  name_id_format: column<string | null>(),
});

const domainColumns = columnsOf('auth.sso_domains d', {
  id: column<string>(),
  domain: column<string>(),
  created_at: column<string>(),
  updated_at: column<string>(),
});

/** A connection with an identity provider, and its domains, as PostgreSQL's JSON. */
export interface SsoConnection extends RowOf<typeof providerColumns> {
  readonly saml: RowOf<typeof samlColumns>;
  readonly domains: readonly RowOf<typeof domainColumns>[];
}

export interface ConnectionValues extends Pick<SsoConnection, 'resource_id' | 'disabled' | 'saml'> {
  readonly domains: readonly string[];
}

const selectConnection = `
  select jsonb_build_object(${providerColumns.json}, 'saml', jsonb_build_object(${samlColumns.json}),
    'domains', coalesce((select jsonb_agg(jsonb_build_object(${domainColumns.json}) order by d.domain)
      from auth.sso_domains d where d.sso_provider_id = p.id), '[]')
  ) as provider
  from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`;

async function select(db: Queryable, rest: string, values: readonly unknown[]): Promise<SsoConnection[]> {
  const rows = await db.query<{ provider: SsoConnection }>(`${selectConnection} ${rest}`, values);
  return rows.map(({ provider }) => provider);
}

export function listConnections(db: Queryable): Promise<readonly SsoConnection[]> {
  return select(db, 'order by p.created_at desc, p.id limit 1000', []);
}

async function find(db: Queryable, condition: string, value: string): Promise<SsoConnection | undefined> {
  return (await select(db, `where ${condition}`, [value]))[0];
}

/** @param id a UUID */
export function findConnection(db: Queryable, id: string): Promise<SsoConnection | undefined> {
  return find(db, 'p.id = $1', id);
}

export function findConnectionByDomain(db: Queryable, domain: string): Promise<SsoConnection | undefined> {
  const same = 'd.sso_provider_id = p.id and lower(d.domain) = lower($1)';
  return find(db, `exists (select from auth.sso_domains d where ${same})`, domain);
}

export function findConnectionByEntity(db: Queryable, entityId: string): Promise<SsoConnection | undefined> {
  return find(db, 's.entity_id = $1', entityId);
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
    const saml = { ...values.saml, attribute_mapping: JSON.stringify(attribute_mapping) };
    const updated = await transaction.query(
      `update auth.saml_providers set entity_id = $2, metadata_xml = $3, metadata_url = $4, attribute_mapping = $5,
         name_id_format = $6, updated_at = now() where sso_provider_id = $1 returning id`,
      [id, entity_id, metadata_xml, metadata_url, saml.attribute_mapping, name_id_format],
    );
    if (updated.length === 0)
      await insertRow(transaction, 'auth.saml_providers', { sso_provider_id: id, ...saml });
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
