import { randomUUID } from 'node:crypto';
import type { Context } from '../service/context.ts';

/** Somebody who is signed in. */
export interface Person {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  /** The person's driver record, if they have one. */
  readonly driverId: string | undefined;
  readonly token: string;
  request(path: string, init?: RequestInit): Promise<Response>;
}

type Send = (path: string, init?: RequestInit) => Promise<Response>;

interface Description {
  readonly name: string;
  readonly role?: 'admin';
  readonly plate?: string;
}

async function createPerson(
  context: Context,
  send: Send,
  { name, role, plate }: Description,
): Promise<Person> {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  const email = `${name}@example.com`;
  const appMetadata = { provider: 'email', providers: ['email'], ...(role && { role }) };
  await context.db.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) values ($1, $2, now(), $3)`,
    [userId, email, appMetadata],
  );
  await context.db.query(`insert into auth.sessions (id, user_id) values ($1, $2)`, [sessionId, userId]);
  const [driver] = plate
    ? await context.db.query<{ id: string }>(
        `insert into public.drivers (name, license_plate, driver_code, contact, created_by)
         values ($1, $2, $3, '+56912345678', $4) returning id`,
        [name, plate, `C-${name}`, userId],
      )
    : [];
  if (driver) await context.db.query('insert into public.user_drivers values ($1, $2)', [userId, driver.id]);
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
    driverId: driver?.id,
    token,
    async request(path, init) {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${token}`);
      return send(path, { ...init, headers });
    },
  };
}

/** The named people of the tests, written into the database and signed in. */
export async function createPeople(context: Context, send: Send) {
  return {
    carla: await createPerson(context, send, { name: 'carla', role: 'admin' }),
    diego: await createPerson(context, send, { name: 'diego', plate: 'DDDD11' }),
    elena: await createPerson(context, send, { name: 'elena', plate: 'EEEE22' }),
    nora: await createPerson(context, send, { name: 'nora' }),
  };
}
