import { randomUUID } from 'node:crypto';
import type { HostedDatabase } from './hosted.ts';

export interface NewAccount {
  readonly password?: string;
  readonly appMetadata?: object;
}

export interface Account {
  readonly id: string;
  readonly email: string;
  /** The claims of a token of its session. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** As GoTrue's `adminUserCreate`: the row with the provider, the identity, the role, then app_metadata. */
export async function createGotrueAccount(
  { auth }: Pick<HostedDatabase, 'auth'>,
  { password = 'hash', appMetadata = {} }: NewAccount = {},
): Promise<Account> {
  const [id, session] = [randomUUID(), randomUUID()];
  const email = `${id}@example.com`;
  const provider = { provider: 'email', providers: ['email'] };
  await auth.query('begin');
  try {
    await auth.query(
      `insert into auth.users (id, email, encrypted_password, raw_app_meta_data, role)
       values ($1, $2, $3, $4, '')`,
      [id, email, password, provider],
    );
    await auth.query(
      `insert into auth.identities (provider_id, user_id, provider, identity_data) values ($1::text, $1::text::uuid, 'email', '{}')`,
      [id],
    );
    await auth.query(`update auth.users set role = 'authenticated' where id = $1`, [id]);
    await auth.query('update auth.users set raw_app_meta_data = $2 where id = $1', [
      id,
      { ...provider, ...appMetadata },
    ]);
    await auth.query('update auth.users set email_confirmed_at = now() where id = $1', [id]);
    await auth.query('commit');
  } catch (error) {
    await auth.query('rollback');
    throw error;
  }
  await auth.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, id]);
  const claims = { sub: id, role: 'authenticated', aal: 'aal1', session_id: session, email };
  return { id, email, claims: { ...claims, app_metadata: { ...provider, ...appMetadata } } };
}

/** As GoTrue's `adminUserUpdate`: one statement for the password, another for app_metadata. */
export async function promoteGotrueAccount(
  { auth }: Pick<HostedDatabase, 'auth'>,
  { id }: Pick<Account, 'id'>,
  password?: string,
): Promise<void> {
  await auth.query('begin');
  if (password !== undefined)
    await auth.query('update auth.users set encrypted_password = $2 where id = $1', [id, password]);
  await auth.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "admin"}' where id = $1`,
    [id],
  );
  await auth.query('commit');
}
