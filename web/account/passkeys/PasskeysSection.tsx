import type { PasskeyListItem } from '@supabase/auth-js';
import { Fingerprint } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { PasswordGate } from '../PasswordGate.tsx';
import { toDataError } from '../../data/errors.ts';
import { addPasskey, canUsePasskeys, listPasskeys } from '../../data/account/passkeys.ts';
import { useAction } from '../../forms/useAction.ts';
import { useArea } from '../../i18n/areas.ts';
import { signIn } from '../../session/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useDescribePasskeyError } from './describePasskeyError.ts';
import { PasskeyItem } from './PasskeyItem.tsx';
import { focusField } from '../../forms/focusField.ts';

export interface PasskeysSectionProps {
  readonly email: string;
  /** Where it has been asked for already; otherwise the section asks when the backend wants it. */
  readonly currentPassword?: string | undefined;
}

/**
 * The account's passkeys, to add, rename and remove. Nothing where they can neither be used nor are any: on a page at an
 * IP address, or with a backend that has them switched off.
 */
export function PasskeysSection({ email, currentPassword }: PasskeysSectionProps) {
  const t = useArea('passkeys');
  const id = useId();
  const [passkeys, setPasskeys] = useState<readonly PasskeyListItem[] | null>(null);
  const [done, setDone] = useState('');
  const usable = canUsePasskeys();

  const reload = async () => setPasskeys(await listPasskeys());
  useEffect(() => {
    let shown = true;
    const show = (list: readonly PasskeyListItem[] | null) => {
      if (shown) setPasskeys(list);
    };
    listPasskeys().then(show, () => show(null));
    return () => {
      shown = false;
    };
  }, []);

  if (passkeys === null || (passkeys.length === 0 && !usable)) return null;
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

/** Adds a passkey of this device. In a session that is too old, the password first: with it a new session begins. */
function AddPasskey({
  email,
  currentPassword,
  onAdded,
}: PasskeysSectionProps & { readonly onAdded: () => Promise<void> }) {
  const t = useArea('passkeys');
  const describe = useDescribePasskeyError();
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
  const { busy, failure, run } = useAction(add);
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
      {failure && <Notice tone="error">{describe(failure.error)}</Notice>}
    </>
  );
}
