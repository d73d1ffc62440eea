import { downloadPersonalData } from '../data/account/personalData.ts';
import { useArea } from '../i18n/areas.ts';
import { AccountForm } from './AccountForm.tsx';
import { useSubmit } from '../forms/useSubmit.ts';

/** Everything that is held about the driver, as a file. */
export function DataSection({ userId, email }: { readonly userId: string; readonly email: string }) {
  const t = useArea('account');
  const submit = useSubmit(async () => {
    await downloadPersonalData(email, userId);
    return {};
  });
  return (
    <AccountForm
      title={t.data.title}
      intro={t.data.intro}
      action={t.data.action}
      variant="secondary"
      submit={submit}
      done={submit.result && t.data.done}
    />
  );
}
