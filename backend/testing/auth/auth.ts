import { randomUUID } from 'node:crypto';
import { AuthClient, type Session } from '@supabase/auth-js';
import { expect } from 'vitest';
import type { TestServer } from '../app.ts';
import { sendTo } from '../send.ts';

/** A password that every policy of the tests accepts. */
export const goodPassword = 'cordón umbral 7 Faro';

export interface AuthResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the body; null when there is none. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Sending {
  readonly method?: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

/** Sends a request to `auth/v1` with the publishable key, as a client of the earlier API version by default. */
export async function send(server: TestServer, path: string, sending: Sending = {}): Promise<AuthResponse> {
  const { method = sending.body === undefined ? 'GET' : 'POST', body, token, headers } = sending;
  const response = await server.request(`/auth/v1${path}`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

/** As `send`, with the secret key. */
export function sendAsAdmin(server: TestServer, path: string, sending: Sending = {}): Promise<AuthResponse> {
  const { secret } = server.context.config.keys;
  return send(server, path, { ...sending, token: secret, headers: { ...sending.headers, apikey: secret } });
}

/** The official client, connected to the server of the test without a port. */
export function createClient(
  server: Pick<TestServer, 'app' | 'context'>,
  key = server.context.config.keys.publishable,
  flowType: 'implicit' | 'pkce' = 'implicit',
): InstanceType<typeof AuthClient> {
  const { publicUrl } = server.context.config;
  return new AuthClient({
    url: `${publicUrl}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
    flowType,
    storageKey: randomUUID(),
    fetch: (input, init) => sendTo(server.app, String(input).slice(publicUrl.length), init),
  });
}

/** An address that nobody has. */
export function newEmail(): string {
  return `${randomUUID()}@example.com`;
}

/** Signs somebody up and gives the session. */
export async function signUp(
  server: TestServer,
  email = newEmail(),
  password = goodPassword,
): Promise<Session> {
  const { body, status } = await send(server, '/signup', { body: { email, password } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as Session;
}

export function signIn(server: TestServer, email: string, password = goodPassword): Promise<AuthResponse> {
  return send(server, '/token?grant_type=password', { body: { email, password } });
}

export function refresh(server: TestServer, refreshToken: string): Promise<AuthResponse> {
  return send(server, '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } });
}
