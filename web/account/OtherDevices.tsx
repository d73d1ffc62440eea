import { endOtherSessions } from '../data/account/credentials.ts';
import { useArea } from '../i18n/areas.ts';
import { AccountForm } from './AccountForm.tsx';
import { useSubmit } from '../forms/useSubmit.ts';

/** Signs this account out everywhere but here, for a tablet that was lost or lent. */
export function OtherDevices() {
  const t = useArea('account');
  const submit = useSubmit(async () => {
    await endOtherSessions();
    return {};
  });
  return (
    <AccountForm
      title={t.devices.title}
      intro={t.devices.intro}
      action={t.devices.action}
      variant="secondary"
      submit={submit}
      done={submit.result && t.devices.done}
    />
  );
}
