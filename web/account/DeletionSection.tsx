import { deleteOwnAccount } from '../data/accounts/personalData.ts';
import { DataError } from '../data/errors.ts';
import { TextField } from '../forms/TextField.tsx';
import { useForm } from '../forms/useForm.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { AccountForm } from './AccountForm.tsx';

/** Deletes the own account. The password was entered before; typing a word prevents an accidental tap. */
export function DeletionSection({ currentPassword }: { readonly currentPassword: string }) {
  const { deletion: t } = useNamespace('account');
  const { signOut } = useSession();
  const form = useForm({
    initial: { word: '' },
    phrases: { wrong_word: t.wrong },
    fieldOf: ({ code }) => (code === 'wrong_word' ? 'word' : undefined),
    submit: async ({ word }) => {
      if (word.trim().toLocaleUpperCase() !== t.word) throw new DataError('wrong_word', '');
      await deleteOwnAccount(currentPassword);
      await signOut();
    },
  });
  return (
    <AccountForm text={t} variant="danger" form={form}>
      <TextField
        {...form.field('word')}
        label={t.label}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </AccountForm>
  );
}
