import { Fingerprint } from 'lucide-react';
import { useId, useState } from 'react';
import { PasswordGate } from '../PasswordGate.tsx';
import { toDataError } from '../../data/errors.ts';
import { addPasskey, canUsePasskeys, listPasskeys } from '../../data/account/passkeys.ts';
import { useLoad } from '../../data/useLoad.ts';
import { useAction } from '../../forms/useAction.ts';
import { useArea } from '../../i18n/areas.ts';
import { signIn } from '../../session/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasskeyItem } from './PasskeyItem.tsx';
import { focusField } from '../../forms/focusField.ts';

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
  const t = useArea('passkeys');
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
  const t = useArea('passkeys');
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
  const { busy, errorText, run } = useAction(add, t.errors);
  return (
    <>
      {asksPassword ? (
        <div ref={focusField}>
          <PasswordGate email={email} intro={t.proof} onOpen={(password) => run(password)} />
        </div>
      ) : (
        <Button
          variant="secondary"
          busy={busy}
          icon={<Fingerprint size={24} aria-hidden="true" className="shrink-0" />}
          onClick={() => run()}
          className="w-full sm:w-auto sm:self-start"
        >
          {t.add}
        </Button>
      )}
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </>
  );
}
