import { endOtherSessions } from '../data/account/credentials.ts';
import { useAction } from '../forms/useAction.ts';
import { useArea } from '../i18n/areas.ts';
import { AccountForm } from './AccountForm.tsx';

/** Signs this account out on every other device, for a tablet that was lost or lent. */
export function OtherDevices() {
  const t = useArea('account');
  const { run, busy, errorText, result } = useAction(async () => {
    await endOtherSessions();
    return 'done';
  });
  return (
    <AccountForm
      title={t.devices.title}
      intro={t.devices.intro}
      action={t.devices.action}
      variant="secondary"
      busy={busy}
      errorText={errorText}
      onSubmit={() => run()}
      done={result && t.devices.done}
    />
  );
}
