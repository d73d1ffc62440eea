import { useState } from 'react';
import { deleteOwnAccount } from '../data/account/personalData.ts';
import { useArea } from '../i18n/areas.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { TextField } from '../forms/TextField.tsx';
import { AccountForm } from './AccountForm.tsx';
import { useSubmit } from '../forms/useSubmit.ts';

/** Deletes the own account: the password has been asked for already, a word keeps a finger from doing it. */
export function DeletionSection({ currentPassword }: { readonly currentPassword: string }) {
  const { deletion: t } = useArea('account');
  const { signOut } = useSession();
  const [word, setWord] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = useSubmit(async (element) => {
    if (word.trim().toLocaleUpperCase() !== t.word) {
      setWrong(true);
      element.querySelector('input')?.focus();
      return null;
    }
    await deleteOwnAccount(currentPassword);
    await signOut();
    return {};
  });
  return (
    <AccountForm
      title={t.title}
      intro={t.intro}
      action={t.action}
      variant="danger"
      submit={submit}
      done={null}
    >
      <TextField
        label={t.label}
        value={word}
        error={wrong ? t.wrong : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => {
          setWord(event.target.value);
          setWrong(false);
        }}
      />
    </AccountForm>
  );
}
