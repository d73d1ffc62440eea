import { lazy, startTransition, useState } from 'react';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { EntranceFrame } from './EntranceFrame.tsx';
import { LoginForm } from './LoginForm.tsx';

const loadPrivacy = () => import('../components/PrivacyPanel.tsx');
const PrivacyPanel = lazy(loadPrivacy);

const InviteScreen = lazy(() => import('./InviteScreen.tsx'));
const ForgotForm = lazy(() => import('./ForgotForm.tsx'));
const LinkQuestion = lazy(() => import('./LinkQuestion.tsx'));
const ArrivalNotice = lazy(() => import('./ArrivalNotice.tsx'));

/**
 * The screen of somebody who is signed out: an invitation at `/invite`, else the entrance. `routes.tsx` does not name the
 * invitation, because each name of a chunk there is part of the first load.
 */
export default function LoginScreen() {
  return window.location.pathname === '/invite' ? <InviteScreen /> : <Entrance />;
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
        <Button
          variant="quiet"
          onPointerEnter={() => void loadPrivacy().catch(() => undefined)}
          onClick={() => setReadingPrivacy(true)}
        >
          {login.privacy}
        </Button>
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
