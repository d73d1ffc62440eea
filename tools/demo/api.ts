import type { Backend } from '../../backend/index.ts';

type Headers = Readonly<Record<string, string>>;

/** Calls of the API of a backend in this process. */
export interface Api {
  /** With full rights. @throws Error with the response when its status is an error */
  asService<Result>(method: string, path: string, body?: object | Buffer): Promise<Result>;
  /** Signs a person in and calls with their rights. @throws as `asService` */
  signIn(email: string, password: string): Promise<Pick<Api, 'asService'>['asService']>;
}

/** The API of a backend, reached without a port. */
export function openApi({ fetch, config }: Pick<Backend, 'fetch' | 'config'>): Api {
  const { publishable, secret } = config.keys;
  async function send<Result>(headers: Headers, method: string, path: string, body?: object | Buffer) {
    const isFile = Buffer.isBuffer(body);
    const type = isFile ? 'image/jpeg' : 'application/json';
    const response = await fetch(
      new Request(new URL(path, config.publicUrl), {
        method,
        headers: { 'content-type': type, 'x-upsert': 'true', ...headers },
        ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Result;
  }
  return {
    asService: (method, path, body) =>
      send({ apikey: secret, authorization: `Bearer ${secret}` }, method, path, body),
    async signIn(email, password) {
      const path = '/auth/v1/token?grant_type=password';
      const session = await send<{ access_token: string }>({ apikey: publishable }, 'POST', path, {
        email,
        password,
      });
      const headers = { apikey: publishable, authorization: `Bearer ${session.access_token}` };
      return (method, path, body) => send(headers, method, path, body);
    },
  };
}
