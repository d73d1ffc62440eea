import { AccountForm } from '../../account/AccountForm.tsx';
import { endThisSession } from '../../data/accounts/credentials.ts';
import { useAction } from '../../forms/useAction.ts';
import { useNamespace } from '../../i18n/namespaces.ts';

/** Signs the account out on this device alone: the button of the header ends every session. */
export function ThisDevice() {
  const { thisDevice } = useNamespace('admin');
  const { run, done: _, ...progress } = useAction(endThisSession);
  return <AccountForm text={thisDevice} variant="secondary" form={{ ...progress, onSubmit: () => run() }} />;
}
