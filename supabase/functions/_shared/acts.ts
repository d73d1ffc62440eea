import type { Backend } from './backend.ts';

/** An act on an account, named as auth/v1 names it. */
type AccountAct = 'user_signedup' | 'user_modified' | 'user_deleted';

/** The backend, whose writes to the database the product's audit records under the name of this person. */
export function actingFor(backend: Backend, personId: string): Backend {
  return {
    ...backend,
    rest: (path, send) =>
      backend.rest(path, { ...send, headers: { ...send?.headers, 'X-Acting-For': personId } }),
  };
}

/**
 * Records in the product's audit what was done to an account through auth/v1. It never fails: the act is done by then,
 * so a failure is for the operator's log.
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
