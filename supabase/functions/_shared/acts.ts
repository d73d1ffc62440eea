import type { Backend } from './backend.ts';

/** An act on an account, in the words of auth/v1, which has none for blocking. */
type AccountAct = 'user_signedup' | 'user_modified' | 'user_blocked' | 'user_unblocked' | 'user_deleted';

/** The same backend; the product's audit log records its writes to the database under this person's name. */
export function actingFor(backend: Backend, personId: string): Backend {
  return {
    ...backend,
    rest: (path, send) =>
      backend.rest(path, { ...send, headers: { ...send?.headers, 'X-Acting-For': personId } }),
  };
}

/**
 * Records in the product's audit log an act on an account through auth/v1. Never rejects: the act is done by then, so an
 * error goes to the operator's log.
 * @param backend of `actingFor`
 * @param changed the names of the fields that were changed
 */
export async function recordAct(
  backend: Backend,
  act: AccountAct,
  account: string,
  changed: readonly string[] = [],
): Promise<void> {
  const body = { act, account, ...(changed.length > 0 && { changed: changed.join(', ') }) };
  try {
    await backend.rest('/rpc/record_account_act', { method: 'POST', body });
  } catch (error) {
    console.error(`the audit entry ${act} of ${account} could not be written:`, error);
  }
}
