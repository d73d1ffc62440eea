import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { CodeForm } from '../../factors/CodeForm.tsx';
import { FactorSetup } from '../../factors/FactorSetup.tsx';
import { toDataError } from '../../data/errors.ts';
import { enterCode, isVerifiedApp, lookAgain } from '../../data/factors.ts';
import { EntranceFrame } from '../../entrance/EntranceFrame.tsx';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import type { MissingProof } from '../../session/proof.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { FactorChoice } from './FactorChoice.tsx';

export interface SecondFactorScreenProps {
  readonly user: User;
  readonly missing: NonNullable<MissingProof>;
}

/** Between the password and everything else: asks for a code, or has a second factor set up first. */
export default function SecondFactorScreen({ user, missing }: SecondFactorScreenProps) {
  const t = useArea('factors');
  const { common } = useWords();
  const { signOut } = useSession();
  const needsCode = missing === 'code';
  return (
    <EntranceFrame>
      <h2 className="headline text-title">{needsCode ? t.signInTitle : t.requiredTitle}</h2>
      <p className="mt-2 mb-7 text-ink-soft">
        {needsCode ? t.signInIntro : t.requiredIntro}{' '}
        <strong className="font-semibold break-words text-ink">{user.email}</strong>
      </p>
      {needsCode ? (
        <CodeEntry user={user} />
      ) : (
        <FactorSetup email={user.email ?? ''} begin={t.setUp} onDone={() => undefined} />
      )}
      <Button variant="quiet" onClick={() => void signOut()} className="mt-3 w-full">
        {common.signOut}
      </Button>
    </EntranceFrame>
  );
}

function CodeEntry({ user }: { user: User }) {
  const t = useArea('factors');
  const apps = user.factors?.filter(isVerifiedApp) ?? [];
  const [chosen, setChosen] = useState(apps[0]?.id ?? '');

  const enter = async (code: string) => {
    try {
      await enterCode(chosen, code);
    } catch (error) {
      // It was removed meanwhile, for example for somebody who has lost their phone: the user says what is left.
      if (toDataError(error).code === 'mfa_factor_not_found') await lookAgain();
      throw error;
    }
  };

  return (
    <>
      <CodeForm action={t.enter} onCode={enter} focused>
        {apps.length > 1 && <FactorChoice factors={apps} chosen={chosen} onChoose={setChosen} />}
      </CodeForm>
      <p className="mt-5 text-small text-ink-soft">{t.lost}</p>
    </>
  );
}
