import { useEffect, useState } from 'react';
import { listProviders, signInWith, type Provider } from '../../data/providers.ts';
import { useArea } from '../../i18n/areas.ts';
import { describeError } from '../../i18n/describeError.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProviderLogo } from './ProviderLogo.tsx';
import { rememberProviderCount } from './providerSpace.ts';

const names: Record<Provider, string> = { google: 'Google', apple: 'Apple', facebook: 'Facebook' };

/** Signing in with another service, for those that the backend is configured for; nothing when there are none. */
export default function ProviderButtons({ disabled }: { disabled: boolean }) {
  const { errors } = useWords();
  const { provider: words } = useArea('account');
  const [offered, setOffered] = useState<readonly Provider[]>([]);
  const [leaving, setLeaving] = useState<Provider | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    let shown = true;
    void listProviders().then((list) => {
      rememberProviderCount(list.length);
      if (shown) setOffered(list);
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

  if (offered.length === 0) return null;
  return (
    <div className="mt-6 flex flex-col gap-3 border-t border-line pt-6">
      {offered.map((provider) => (
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
