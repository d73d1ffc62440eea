import { downloadPersonalData } from '../data/account/personalData.ts';
import { useAction } from '../forms/useAction.ts';
import { useArea } from '../i18n/areas.ts';
import { AccountForm } from './AccountForm.tsx';

/** Downloads all data about the driver as a file. */
export function DataSection({ userId, email }: { readonly userId: string; readonly email: string }) {
  const t = useArea('account');
  const { run, busy, errorText, result } = useAction(async () => {
    await downloadPersonalData(email, userId);
    return 'done';
  });
  return (
    <AccountForm
      title={t.data.title}
      intro={t.data.intro}
      action={t.data.action}
      variant="secondary"
      busy={busy}
      errorText={errorText}
      onSubmit={() => run()}
      done={result && t.data.done}
    />
  );
}
