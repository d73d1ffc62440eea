import { lazy, startTransition, Suspense, useState } from 'react';
import { isOwnPhone } from '../device/ownPhone.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { firstWord } from '../util/lengthened.ts';
import { EntranceFrame } from './EntranceFrame.tsx';
import { LoginForm } from './LoginForm.tsx';

const loadPrivacy = () => import('../components/PrivacyPanel.tsx');
const PrivacyPanel = lazy(loadPrivacy);

const PassengerLinks = lazy(() => import('./PassengerLinks.tsx'));
const InviteScreen = lazy(() => import('./InviteScreen.tsx'));
const ForgotForm = lazy(() => import('./ForgotForm.tsx'));
const LinkQuestion = lazy(() => import('./LinkQuestion.tsx'));
const ArrivalNotice = lazy(() => import('./ArrivalNotice.tsx'));

/**
 * The screen of somebody who is signed out: an invitation at `/invite`, the entrance, or that the address is unknown.
 * `routes.tsx` does not name the others, because each name of a chunk there is part of the first load.
 */
export default function LoginScreen() {
  const page = firstWord(window.location.pathname);
  if (page === 'invite') return <InviteScreen />;
  return page === '' || page === 'login' || isOwnPhone() ? <Entrance /> : <UnknownAddress />;
}

/** A passenger may have mistyped an address. */
function UnknownAddress() {
  const { login } = useMessages();
  return (
    <EntranceFrame
      footer={
        <a
          href="/login"
          className="min-h-11 px-2 py-2 font-semibold text-accent underline underline-offset-4"
        >
          {login.signIn}
        </a>
      }
    >
      <Suspense>
        <PassengerLinks unknown />
      </Suspense>
    </EntranceFrame>
  );
}

/** Sign-in, driver registration, password recovery and the privacy policy. */
function Entrance() {
  const { login } = useMessages();
  const { arrival, question } = useSession();
  const [readingPrivacy, setReadingPrivacy] = useState(false);
  const [forgot, setForgot] = useState(false);
  const [email, setEmail] = useState('');
  // The form is a chunk of its own: the sign-in stays until it is there.
  const showForgot = (shown: boolean, typed: string) =>
    startTransition(() => {
      setEmail(typed);
      setForgot(shown);
    });
  return (
    <EntranceFrame
      footer={
        <div className="flex w-full flex-col items-center">
          <Button
            variant="quiet"
            onPointerEnter={() => void loadPrivacy().catch(() => undefined)}
            onClick={() => setReadingPrivacy(true)}
          >
            {login.privacy}
          </Button>
          {/* Its place is kept: nothing moves when its texts come. */}
          <div className="min-h-22 sm:min-h-11">
            <Optional>
              <PassengerLinks />
            </Optional>
          </div>
        </div>
      }
    >
      {question ? (
        <LinkQuestion question={question} />
      ) : forgot ? (
        <ForgotForm email={email} onBack={(typed) => showForgot(false, typed)} />
      ) : (
        <>
          {arrival && <ArrivalNotice arrival={arrival} onForgot={() => showForgot(true, '')} />}
          <LoginForm email={email} onForgot={(typed) => showForgot(true, typed)} />
        </>
      )}
      {readingPrivacy && (
        <Optional>
          <PrivacyPanel open onClose={() => setReadingPrivacy(false)} />
        </Optional>
      )}
    </EntranceFrame>
  );
}
