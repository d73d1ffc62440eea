import { randomBytes, randomUUID } from 'node:crypto';
import { createClient, type Session, type SupabaseClient, type User } from '@supabase/supabase-js';
import { afterAll, inject } from 'vitest';

const target = inject('wire');

/** A person with an account, signed in. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly user: User;
  readonly session: Session;
  /** The official client in this person's session. */
  readonly client: SupabaseClient;
}

/** The official client with one of the two keys, or with headers of its own. */
export function connect(
  key: string = target.publishableKey,
  headers: Record<string, string> = {},
  flowType: 'implicit' | 'pkce' = 'implicit',
): SupabaseClient {
  return createClient(target.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, flowType },
    global: { headers },
  });
}

/** A client without an account. */
export const anybody = connect();
/** The client with the secret key. */
export const service = connect(target.secretKey);

export function newEmail(): string {
  return `wire-${randomUUID()}@example.com`;
}

export function newPassword(): string {
  return `Copper ${randomBytes(9).toString('base64url')} 7`;
}

const users: string[] = [];
const walkers: string[] = [];

/** Deletes the account when the file is done, on whichever backend it was made. */
export function forget(user: User): User {
  users.push(user.id);
  return user;
}

type Result = { readonly data: unknown; readonly error: { readonly message: string } | null };

/** The data of what went well, or a failure of the test. */
export function must<Given extends Result>(
  result: Given,
): NonNullable<Extract<Given, { readonly error: null }>['data']> {
  if (result.error) throw new Error(result.error.message);
  if (result.data === null || result.data === undefined) throw new Error('There is no data');
  return result.data;
}

/** A confirmed account, signed in with its password. */
export async function newPerson(appMetadata: Record<string, unknown> = {}): Promise<Person> {
  const [email, password] = [newEmail(), newPassword()];
  const made = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    app_metadata: appMetadata,
  });
  forget(must(made).user);
  const client = connect();
  const { user, session } = must(await client.auth.signInWithPassword({ email, password }));
  return { email, password, user, session, client };
}

export function newAdmin(): Promise<Person> {
  return newPerson({ role: 'admin' });
}

/** A row of `walkers`. */
export interface Walker {
  readonly id: string;
  readonly name: string;
  readonly badge: string;
  readonly walker_code: string;
  readonly created_by: string | null;
}

/** Values of a walker that nobody else has. */
export function walkerValues() {
  const unique = randomBytes(4).toString('hex').toUpperCase();
  return {
    name: `Wire ${unique}`,
    badge: unique,
    walker_code: `W-${unique}`,
    contact: '+56912345678',
  };
}

/** A walker of the person's own, linked to the account. */
export async function newWalker(person: Person, values: Record<string, unknown> = {}): Promise<Walker> {
  const row = { ...walkerValues(), created_by: person.user.id, ...values };
  const walker = must(await person.client.from('walkers').insert(row).select().single<Walker>());
  walkers.push(walker.id);
  const link = await person.client
    .from('user_walkers')
    .insert({ user_id: person.user.id, walker_id: walker.id });
  if (link.error) throw new Error(link.error.message);
  return walker;
}

/** A request as `fetch` takes it. */
export type RawRequest = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };

/** A request as written, with the publishable key unless the headers have another. */
export function call(path: string, init: RawRequest = {}): Promise<Response> {
  return fetch(`${target.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { apikey: target.publishableKey, ...init.headers },
  });
}

/** As `call`, with a body of JSON. */
export function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** The headers of somebody's session, or of the holder of the secret key. */
export function as(person?: Person): Record<string, string> {
  return { authorization: `Bearer ${person ? person.session.access_token : target.secretKey}` };
}

/** The status and the parsed body of an answer. */
export async function told(answer: Response | Promise<Response>): Promise<{ status: number; body: unknown }> {
  const { status, text } = await Promise.resolve(answer).then(async (each) => ({
    status: each.status,
    text: await each.text(),
  }));
  return { status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

/** Where a link leads to. */
export async function follow(link: string): Promise<URL> {
  const { status, headers } = await fetch(link, { redirect: 'manual' });
  if (status < 300 || status > 399) throw new Error(`${link} leads nowhere: ${status}`);
  return new URL(headers.get('location') ?? '');
}

afterAll(async () => {
  await service.from('opinions').delete().in('walker_id', walkers);
  await service.from('walkers').delete().in('id', walkers);
  for (const id of users) await service.auth.admin.deleteUser(id);
});
