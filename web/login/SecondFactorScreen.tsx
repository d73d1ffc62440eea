import type { Factor, User } from '@supabase/auth-js';
import { useState } from 'react';
import { CodeForm } from '../account/factors/CodeForm.tsx';
import { FactorSetup } from '../account/factors/FactorSetup.tsx';
import { toDataError } from '../data/errors.ts';
import { enterCode, isVerifiedApp, pollAgain } from '../data/accounts/factors.ts';
import { canUsePasskeys, enterKey, isVerifiedKey } from '../data/accounts/passkeys.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { KeyButton } from '../account/passkeys/KeyButton.tsx';
import type { MissingProof } from '../session/machine.ts';
import { focusIfLost } from '../ui/focusOnMount.ts';
import { Notice } from '../ui/Notice.tsx';
import { EntranceFrame, SignOutButton } from './EntranceFrame.tsx';

export interface SecondFactorScreenProps {
  readonly user: User;
  readonly missing: NonNullable<MissingProof>;
}

/** After the password: asks for the second factor, or has one set up first. */
export default function SecondFactorScreen({ user, missing }: SecondFactorScreenProps) {
  const t = useNamespace('factors');
  const keys = useNamespace('passkeys');
  const needsProof = missing === 'code';
  const hasApp = user.factors?.some(isVerifiedApp) ?? false;
  const intro = hasApp ? t.signInIntro : keys.factorIntro;
  return (
    <EntranceFrame>
      <h2 ref={focusIfLost} tabIndex={-1} className="headline text-title outline-none">
        {needsProof ? t.signInTitle : t.requiredTitle}
      </h2>
      <p className="mt-2 mb-7 text-ink-soft">
        {needsProof ? intro : t.requiredIntro}{' '}
        <strong className="font-semibold break-words text-ink">{user.email}</strong>
      </p>
      {needsProof ? (
        <ProofEntry user={user} />
      ) : (
        <FactorSetup email={user.email ?? ''} begin={t.setUp} onDone={() => undefined} />
      )}
      <SignOutButton />
    </EntranceFrame>
  );
}

/** Runs `work`; if the factor was removed meanwhile, for example for a lost phone, reads the user again. */
async function proving(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (toDataError(error).code === 'mfa_factor_not_found') await pollAgain();
    throw error;
  }
}

function ProofEntry({ user }: { user: User }) {
  const t = useNamespace('factors');
  const words = useNamespace('passkeys');
  const apps = user.factors?.filter(isVerifiedApp) ?? [];
  const keys = user.factors?.filter(isVerifiedKey) ?? [];
  const usable = canUsePasskeys() ? keys : [];
  const [chosen, setChosen] = useState(apps[0]?.id ?? '');
  return (
    <div className="flex flex-col gap-5">
      {usable.map(({ id, friendly_name: name }) => (
        <KeyButton
          key={id}
          label={usable.length > 1 && name !== undefined ? name : words.factorEnter}
          onPress={() => proving(() => enterKey(id))}
          className="w-full"
        />
      ))}
      {usable.length > 0 && apps.length > 0 && (
        <p className="border-t border-line pt-5 font-semibold">{words.or}</p>
      )}
      {usable.length === 0 && apps.length === 0 && <Notice tone="error">{words.missing}</Notice>}
      {apps.length > 0 && (
        <CodeForm
          action={t.enter}
          onCode={(code) => proving(() => enterCode(chosen, code))}
          focused={usable.length === 0}
        >
          {apps.length > 1 && <FactorChoice factors={apps} chosen={chosen} onChoose={setChosen} />}
        </CodeForm>
      )}
      <p className="text-small text-ink-soft">{t.lost}</p>
    </div>
  );
}

interface FactorChoiceProps {
  readonly factors: readonly Factor[];
  readonly chosen: string;
  readonly onChoose: (factorId: string) => void;
}

/** Chooses the authenticator app that shows the code. */
function FactorChoice({ factors, chosen, onChoose }: FactorChoiceProps) {
  const t = useNamespace('factors');
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1.5 text-small font-semibold">{t.whichApp}</legend>
      {factors.map(({ id, friendly_name: name }) => (
        <label
          key={id}
          className="flex min-h-14 items-center gap-3 rounded-control px-2 hover:bg-accent-soft"
        >
          <input
            type="radio"
            name="factor"
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="size-6 shrink-0 accent-(--color-accent)"
          />
          <span className="min-w-0 break-words">{name ?? t.whichApp}</span>
        </label>
      ))}
    </fieldset>
  );
}
