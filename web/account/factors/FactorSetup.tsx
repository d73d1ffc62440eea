import { useState } from 'react';
import { PasswordGate } from '../PasswordGate.tsx';
import { toDataError } from '../../data/errors.ts';
import { canUsePasskeys, enrolKey } from '../../data/accounts/passkeys.ts';
import { enrolApp, enterCode, type Enrolment } from '../../data/accounts/factors.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { KeyButton } from '../passkeys/KeyButton.tsx';
import { signIn } from '../../session/signIn.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import QrCode from '../../ui/QrPath.tsx';
import { CodeForm } from './CodeForm.tsx';
import { focusField } from '../../forms/focusField.ts';
import { useAction } from '../../forms/useAction.ts';

export interface FactorSetupProps {
  /** The address of the account, for an old session that has to prove the password. */
  readonly email: string;
  /** Label of the button that begins. */
  readonly begin: string;
  readonly variant?: 'primary' | 'secondary';
  /** In a section of a wide dialog: the buttons are as wide as their labels. */
  readonly inSection?: boolean;
  /** The factor is set up, and this session is raised. */
  readonly onDone: () => void;
}

/**
 * Sets up an authenticator app (a button, then QR code and key, then its first code), or the fingerprint or key of this
 * device. In a session that is too old it asks for the password first: signing in with it begins a new session.
 */
export function FactorSetup(props: FactorSetupProps) {
  const { inSection = false, onDone } = props;
  const t = useNamespace('factors');
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  if (!enrolment) return <SetupChoice {...props} onEnrolled={setEnrolment} />;
  return (
    <CodeForm
      action={t.activate}
      onCancel={() => setEnrolment(null)}
      inSection={inSection}
      onCode={async (code) => {
        await enterCode(enrolment.factorId, code);
        setEnrolment(null);
        onDone();
      }}
    >
      <SetupKey enrolment={enrolment} />
      <p className="font-semibold">{t.confirm}</p>
    </CodeForm>
  );
}

interface SetupChoiceProps extends FactorSetupProps {
  readonly onEnrolled: (enrolment: Enrolment) => void;
}

/** The buttons that begin; and the question for the password, which a session that is too old needs first. */
function SetupChoice(props: SetupChoiceProps) {
  const { email, begin, variant = 'primary', inSection = false, onDone, onEnrolled } = props;
  const t = useNamespace('factors');
  const keys = useNamespace('passkeys');
  // The step that runs once the password was entered.
  const [asked, setAsked] = useState<(() => Promise<void>) | null>(null);
  const proving = async (work: () => Promise<void>) => {
    try {
      await work();
      setAsked(null);
    } catch (error) {
      if (toDataError(error).code !== 'reauthentication_needed') throw error;
      setAsked(() => work);
    }
  };
  const start = useAction(async (work: () => Promise<void>, password?: string) => {
    if (password !== undefined) await signIn(email, password);
    await proving(work);
  }, t.errors);
  const setUpApp = async () => onEnrolled(await enrolApp(t.factorName));
  const setUpKey = async () => {
    await enrolKey(keys.factorName);
    onDone();
  };
  return (
    <div className="flex flex-col gap-4">
      {start.errorText && <Notice tone="error">{start.errorText}</Notice>}
      {asked ? (
        <div ref={focusField}>
          <PasswordGate email={email} intro={t.proof} onOpen={(password) => start.run(asked, password)} />
        </div>
      ) : (
        <>
          <Button
            variant={variant}
            busy={start.busy}
            onClick={() => start.run(setUpApp)}
            className={inSection ? 'w-full sm:w-auto sm:self-start' : 'w-full'}
          >
            {begin}
          </Button>
          {canUsePasskeys() && (
            <KeyButton
              label={keys.factorSetUp}
              variant="secondary"
              disabled={start.busy}
              onPress={() => proving(setUpKey)}
              className={inSection ? 'w-full sm:w-auto sm:self-start' : 'w-full'}
            />
          )}
        </>
      )}
    </div>
  );
}

/** The button that began is gone. The field for the code comes later: on a phone its keyboard would hide all this. */
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** The key for the authenticator app: as a QR code, as text, and as a link for an app on this device. */
function SetupKey({ enrolment: { secret, uri } }: { enrolment: Enrolment }) {
  const t = useNamespace('factors');
  return (
    <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
      <QrCode value={uri} title={t.qrTitle} className="size-48 shrink-0 self-center border border-line" />
      <div className="flex min-w-0 flex-col gap-2">
        <p ref={focus} tabIndex={-1} className="font-semibold">
          {t.scan}
        </p>
        <p className="text-small text-ink-soft">{t.type}</p>
        <p translate="no" className="text-small font-semibold tracking-wide break-words select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        <a
          href={uri}
          className="inline-flex min-h-11 items-center self-start font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t.open}
        </a>
      </div>
    </div>
  );
}
