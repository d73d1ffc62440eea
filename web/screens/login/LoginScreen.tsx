import { lazy, Suspense, useState } from 'react';
import { EntranceFrame } from '../../entrance/EntranceFrame.tsx';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { Boundary } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoginForm } from './LoginForm.tsx';

const loadPrivacy = () => import('../../panels/PrivacyPanel.tsx');
const PrivacyPanel = lazy(loadPrivacy);

/** Sign-in and driver registration, with the privacy policy. */
export default function LoginScreen() {
  const { login } = useWords();
  const [readingPrivacy, setReadingPrivacy] = useState(false);
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
      <LoginForm />
      {readingPrivacy && (
        <Boundary fallback={() => null}>
          <Suspense>
            <PrivacyPanel open onClose={() => setReadingPrivacy(false)} />
          </Suspense>
        </Boundary>
      )}
    </EntranceFrame>
  );
}
