import type { Queryable } from '../../db/database.ts';
import { column, columnsOf, insertRow, type RowOf } from '../../db/rows.ts';

export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;
export type AuthMethod = (typeof authMethods)[number];

const columns = columnsOf('auth.oauth_clients', {
  id: column<string>(),
  client_type: column<'public' | 'confidential'>(),
  token_endpoint_auth_method: column<AuthMethod>(),
  registration_type: column<'dynamic' | 'manual'>(),
  redirect_uris: column<readonly string[]>(`string_to_array(redirect_uris, ',')`),
  grant_types: column<readonly string[]>(`string_to_array(grant_types, ',')`),
  client_name: column<string | null>(),
  client_uri: column<string | null>(),
  logo_uri: column<string | null>(),
  created_at: column<Date>(),
  updated_at: column<Date>(),
});

/** An app that may sign people in, without the hash of its secret. */
export type OAuthClientRow = RowOf<typeof columns>;

/** The columns that requests set; lists are comma-separated. */
export interface OAuthClientValues {
  readonly redirect_uris?: string;
  readonly grant_types?: string;
  readonly client_name?: string | null;
  readonly client_uri?: string | null;
  readonly logo_uri?: string | null;
  readonly token_endpoint_auth_method?: AuthMethod;
  readonly client_secret_hash?: string;
}

/** @param id a UUID */
export function findOAuthClient(db: Queryable, id: string): Promise<OAuthClientRow | undefined> {
  return columns.find(db, 'id = $1 and deleted_at is null', [id]);
}

/** One page of the clients, the newest first, and the number of all. */
export async function listOAuthClients(
  db: Queryable,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly clients: readonly OAuthClientRow[]; readonly total: number }> {
  const [count] = await db.query<{ total: number }>(
    'select count(*)::integer as total from auth.oauth_clients where deleted_at is null',
  );
  const clients = await db.query<OAuthClientRow>(
    `select ${columns.sql} from auth.oauth_clients where deleted_at is null
     order by created_at desc, id limit $1 offset $2`,
    [perPage, (page - 1) * perPage],
  );
  return { clients, total: count?.total ?? 0 };
}

export async function insertOAuthClient(
  db: Queryable,
  client: OAuthClientValues & Pick<OAuthClientRow, 'id' | 'client_type' | 'registration_type'>,
): Promise<void> {
  await insertRow(db, 'auth.oauth_clients', { ...client });
}

/** Changes the given columns. @returns whether the client is still there */
export async function updateOAuthClient(
  db: Queryable,
  id: string,
  values: OAuthClientValues,
): Promise<boolean> {
  const names = Object.keys(values);
  const changes = names.map((name, index) => `${name} = $${index + 2}, `).join('');
  const rows = await db.query(
    `update auth.oauth_clients set ${changes}updated_at = now() where id = $1 and deleted_at is null returning id`,
    [id, ...Object.values(values)],
  );
  return rows.length > 0;
}

/** Deletes a client as upstream does: the row stays, so that its id is never another app's. Its secret goes. */
export async function deleteOAuthClient(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update auth.oauth_clients set deleted_at = now(), updated_at = now(), client_secret_hash = null
     where id = $1 and deleted_at is null`,
    [id],
  );
}
