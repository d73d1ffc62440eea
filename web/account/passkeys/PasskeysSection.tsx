import { useId, useState } from 'react';
import { addPasskey, canUsePasskeys, listPasskeys } from '../../data/accounts/passkeys.ts';
import { toDataError } from '../../data/errors.ts';
import { useLoad } from '../../data/useLoad.ts';
import { focusField } from '../../forms/focusField.ts';
import { useAction } from '../../forms/useAction.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { signIn } from '../../session/signIn.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordGate } from '../PasswordGate.tsx';
import { KeyButton } from './KeyButton.tsx';
import { PasskeyItem } from './PasskeyItem.tsx';

export interface PasskeysSectionProps {
  readonly email: string;
  /** If it was entered before; otherwise the section asks for it when the backend does. */
  readonly currentPassword?: string | undefined;
}

/**
 * Adds, renames and removes the account's passkeys. Shows nothing where there are none and none can be used: at an IP
 * address, or with a backend that has them switched off.
 */
export function PasskeysSection({ email, currentPassword }: PasskeysSectionProps) {
  const t = useNamespace('passkeys');
  const id = useId();
  const { value: passkeys, setValue } = useLoad(listPasskeys);
  const [done, setDone] = useState('');
  const usable = canUsePasskeys();
  const reload = async () => setValue(await listPasskeys());

  if (passkeys === undefined || (passkeys.length === 0 && !usable)) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h3 id={id} className="headline text-lead">
          {t.title}
        </h3>
        <p className="mt-1 text-ink-soft">{t.intro}</p>
      </div>
      {passkeys.length > 0 && (
        <ul className="flex flex-col border-y border-line [&>*+*]:border-t [&>*+*]:border-line">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onRenamed={reload}
              onRemoved={async (name) => {
                await reload();
                setDone(t.removed(name));
              }}
            />
          ))}
        </ul>
      )}
      {usable && (
        <AddPasskey
          email={email}
          currentPassword={currentPassword}
          onAdded={async () => {
            await reload();
            setDone(t.done);
          }}
        />
      )}
      {done !== '' && <Notice tone="success">{done}</Notice>}
    </section>
  );
}

/** Adds a passkey of this device. A session that is too old needs the password first: it begins a new session. */
function AddPasskey({
  email,
  currentPassword,
  onAdded,
}: PasskeysSectionProps & { readonly onAdded: () => Promise<void> }) {
  const t = useNamespace('passkeys');
  const [asksPassword, setAsksPassword] = useState(false);
  const add = async (password?: string): Promise<void> => {
    if (password !== undefined) await signIn(email, password);
    try {
      await addPasskey();
      setAsksPassword(false);
    } catch (error) {
      if (password !== undefined || toDataError(error).code !== 'reauthentication_needed') throw error;
      if (currentPassword !== undefined) return add(currentPassword);
      setAsksPassword(true);
      return undefined;
    }
    return onAdded();
  };
  const { errorText, run } = useAction(add, t.errors);
  if (!asksPassword) {
    const variant = { variant: 'secondary', className: 'w-full sm:w-auto sm:self-start' } as const;
    return <KeyButton label={t.add} onPress={() => add()} {...variant} />;
  }
  return (
    <>
      <div ref={focusField}>
        <PasswordGate email={email} intro={t.proof} onOpen={(password) => run(password)} />
      </div>
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </>
  );
}
