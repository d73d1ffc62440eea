import { useEffect, useState } from 'react';
import { signInWithPasskey } from '../data/account/passkeys.ts';
import {
  listSignInOptions,
  signInWith,
  type Provider,
  type SignInOptions,
} from '../data/account/providers.ts';
import { useArea } from '../i18n/areas.ts';
import { describeError } from '../i18n/describeError.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { KeyButton } from '../account/passkeys/KeyButton.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProviderLogo } from './ProviderLogo.tsx';
import { rememberOptionCount } from './optionSpace.ts';

const names: Record<Provider, string> = { google: 'Google', apple: 'Apple', facebook: 'Facebook' };

/** Signing in with a passkey or another service, as the backend is configured; nothing when there is nothing else. */
export default function ProviderButtons({ disabled }: { disabled: boolean }) {
  const { errors } = useWords();
  const { provider: words } = useArea('account');
  const { signIn } = useArea('passkeys');
  const [offered, setOffered] = useState<SignInOptions | null>(null);
  const [leaving, setLeaving] = useState<Provider | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    let shown = true;
    void listSignInOptions().then((options) => {
      rememberOptionCount(options.providers.length + (options.passkeys ? 1 : 0));
      if (shown) setOffered(options);
    });
    return () => {
      shown = false;
    };
  }, []);

  useEffect(() => {
    // Whoever comes back by the browser's own button finds the page as it was left.
    const comeBack = () => setLeaving(null);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  const leave = async (provider: Provider) => {
    setFailure(null);
    setLeaving(provider);
    try {
      await signInWith(provider);
    } catch (error) {
      setFailure(error);
      setLeaving(null);
    }
  };

  if (!offered || (offered.providers.length === 0 && !offered.passkeys)) return null;
  return (
    <div className="mt-6 flex flex-col gap-3 border-t border-line pt-6">
      {offered.passkeys && (
        <KeyButton
          label={signIn}
          variant="secondary"
          disabled={disabled || leaving !== null}
          onPress={signInWithPasskey}
          className="w-full"
        />
      )}
      {offered.providers.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          disabled={disabled || (leaving !== null && leaving !== provider)}
          busy={leaving === provider}
          icon={<ProviderLogo provider={provider} />}
          onClick={() => void leave(provider)}
          className="w-full"
        >
          {words.continueWith(names[provider])}
        </Button>
      ))}
      {failure !== null && <Notice tone="error">{describeError(failure, errors)}</Notice>}
    </div>
  );
}
