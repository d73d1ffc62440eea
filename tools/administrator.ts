/** Sends a request to the installation's auth service. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

interface Account {
  readonly id: string;
  readonly email: string;
  readonly created_at: string;
  readonly app_metadata?: Readonly<Record<string, unknown>>;
}

/** Calls `auth/v1/admin/users` with the secret key. @throws Error with the server's message */
function adminCaller(send: Send, secretKey: string) {
  const headers = {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
    'content-type': 'application/json',
  };
  return async (path: string, method: string, body?: object): Promise<unknown> => {
    // The key would follow a redirect to any other server.
    const redirect = 'error' as const;
    const init = { method, headers, redirect, ...(body && { body: JSON.stringify(body) }) };
    const response = await send(`/auth/v1/admin/users${path}`, init);
    const result = (await response.json()) as { msg?: string };
    if (!response.ok) throw new Error(result.msg ?? `The server responded with status ${response.status}.`);
    return result;
  };
}

/** Finds the account with this e-mail. @throws Error with the server's message */
export async function findAccount(send: Send, secretKey: string, email: string) {
  const query = `?page=1&per_page=1000&filter=${encodeURIComponent(email)}`;
  const { users } = (await adminCaller(send, secretKey)(query, 'GET')) as { users: readonly Account[] };
  return users.find((user) => user.email === email);
}

/**
 * Makes the account with this e-mail an administrator; creates it if there is none. An account that existed before may
 * have been made by a stranger: its sessions, second factors, passkeys, provider identities and password
 * go.
 * @returns what was done, for the operator
 * @throws Error with the server's message, for example when the password is too weak
 */
export async function makeAdministrator(
  send: Send,
  secretKey: string,
  email: string,
  password: string,
): Promise<string> {
  const call = adminCaller(send, secretKey);
  const existing = await findAccount(send, secretKey, email);
  const administrator = { password, email_confirm: true, app_metadata: { role: 'admin' } };
  if (!existing) {
    await call('', 'POST', { email, ...administrator });
    return `Created the administrator ${email}.`;
  }
  // Giving the role closes every former way in; `renew_access` does so for an account that has it already.
  const app_metadata = { role: 'admin', renew_access: true };
  await call(`/${existing.id}`, 'PUT', { ...administrator, app_metadata });
  return `${email} is an administrator now. The account was created on ${existing.created_at}. It has a new password; \
its sessions, second factors, passkeys, phone and sign-in providers were removed.`;
}
