import { endOtherSessions } from '../data/accounts/credentials.ts';
import { downloadPersonalData } from '../data/accounts/personalData.ts';
import { useAction } from '../forms/useAction.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { AccountForm, type AccountFormProps } from './AccountForm.tsx';

/** Signs this account out on every other device, for a device that was lost or lent. */
export function OtherDevices() {
  return <Act text={useNamespace('account').devices} work={endOtherSessions} />;
}

/** Downloads all data about the driver as a file. */
export function DataSection({ userId, email }: { readonly userId: string; readonly email: string }) {
  return <Act text={useNamespace('account').data} work={() => downloadPersonalData(email, userId)} />;
}

interface ActProps {
  readonly text: AccountFormProps['text'] & { readonly done: string };
  readonly work: () => Promise<void>;
}

/** A change that needs no fields. */
function Act({ text, work }: ActProps) {
  const { run, done, ...progress } = useAction(work);
  const form = { ...progress, onSubmit: () => run() };
  return <AccountForm text={text} variant="secondary" form={form} done={done && text.done} />;
}
