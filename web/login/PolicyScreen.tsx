import type { User } from '@supabase/auth-js';
import { useId, useState } from 'react';
import type { PublishedPolicy } from '../../shared/content/policy.ts';
import { PasswordGate } from '../account/PasswordGate.tsx';
import { isDeviceSession } from '../data/accounts/credentials.ts';
import { policyDay, PolicyText } from '../components/PolicyText.tsx';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { keepAnswer, sendAnswer } from '../session/consent.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { focusIfLost } from '../ui/focusOnMount.ts';
import { EntranceFrame, SignOutButton } from './EntranceFrame.tsx';

export interface PolicyScreenProps {
  readonly user: User;
  readonly policy: PublishedPolicy;
}

/** Asks a driver to accept a newer privacy policy, once, before the home screen opens. */
export default function PolicyScreen({ user, policy }: PolicyScreenProps) {
  const t = useNamespace('policy');
  const { language } = useLanguage();
  const { acceptPolicy } = useSession();
  const titleId = useId();
  const [isDevice] = useState(isDeviceSession);
  const [proving, setProving] = useState(false);
  const { version, date } = policy.policy;
  const accept = () => {
    keepAnswer(user.id, version);
    sendAnswer(user.id);
    acceptPolicy();
  };
  return (
    <EntranceFrame>
      <h2 ref={focusIfLost} id={titleId} tabIndex={-1} className="headline text-title outline-none">
        {t.changedTitle}
      </h2>
      <p className="mt-2 text-pretty text-ink-soft">{t.changedIntro(policyDay(date, language))}</p>
      <section
        aria-labelledby={titleId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets the arrow keys scroll a long text
        tabIndex={0}
        className="mt-6 max-h-[45vh] overflow-y-auto rounded-card border border-line bg-surface-raised p-5"
      >
        <PolicyText published={policy} />
      </section>
      {proving ? (
        <div className="mt-6">
          <PasswordGate email={user.email ?? ''} intro={t.proof} onOpen={accept} />
        </div>
      ) : (
        <Button onClick={isDevice ? () => setProving(true) : accept} className="mt-6 w-full">
          {t.accept}
        </Button>
      )}
      {/* The driver's password may be out of reach, and passengers wait: the next start asks again. */}
      {isDevice && (
        <Button variant="quiet" onClick={acceptPolicy} className="mt-3 w-full">
          {t.later}
        </Button>
      )}
      <p className="mt-4 text-small text-ink-soft">{t.otherwise}</p>
      <SignOutButton />
    </EntranceFrame>
  );
}
