import { randomUUID } from 'node:crypto';
import type { Context } from '../service/context.ts';
import type { Database } from '../db/database.ts';

/** The people of the tests: carla is the administrator, diego and elena have rows of their own, nora has none. */
export type Name = 'carla' | 'diego' | 'elena' | 'nora';

/** A person who is signed in. */
export interface Person {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly token: string;
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** Writes the rows that a person has in the project, and returns what tests need to know of them. */
export type AddRows<Rows> = (db: Database, account: { name: Name; userId: string }) => Promise<Rows>;

type Send = (path: string, init?: RequestInit) => Promise<Response>;

async function createPerson(context: Context, send: Send, name: Name): Promise<Person> {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  const email = `${name}@example.com`;
  const role = name === 'carla' ? { role: 'admin' } : {};
  const appMetadata = { provider: 'email', providers: ['email'], ...role };
  await context.db.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) values ($1, $2, now(), $3)`,
    [userId, email, appMetadata],
  );
  await context.db.query(`insert into auth.sessions (id, user_id) values ($1, $2)`, [sessionId, userId]);
  const now = Math.floor(Date.now() / 1000);
  const token = await context.tokens.sign({
    iss: `${context.config.publicUrl}/auth/v1`,
    sub: userId,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: appMetadata,
    user_metadata: {},
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: now }],
    session_id: sessionId,
    is_anonymous: false,
    iat: now,
    exp: now + 3600,
  });
  return {
    userId,
    sessionId,
    email,
    token,
    async request(path, init) {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${token}`);
      return send(path, { ...init, headers });
    },
  };
}

/** The named people, written into the database and signed in. */
export async function createPeople<Rows>(
  context: Context,
  send: Send,
  addRows: AddRows<Rows>,
): Promise<Readonly<Record<Name, Person & Rows>>> {
  const create = async (name: Name): Promise<Person & Rows> => {
    const person = await createPerson(context, send, name);
    return { ...person, ...(await addRows(context.db, { name, userId: person.userId })) };
  };
  return {
    carla: await create('carla'),
    diego: await create('diego'),
    elena: await create('elena'),
    nora: await create('nora'),
  };
}
