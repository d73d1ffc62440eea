import { useState } from 'react';
import { signInWithPasskey } from '../data/accounts/passkeys.ts';
import {
  listSignInOptions,
  signInWith,
  type Provider,
  type SignInOptions,
} from '../data/accounts/providers.ts';
import { useLoad } from '../data/useLoad.ts';
import { useAction } from '../forms/useAction.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { KeyButton } from '../account/passkeys/KeyButton.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProviderLogo } from './ProviderLogo.tsx';
import { rememberOptionCount } from './optionSpace.ts';

const names: Record<Provider, string> = { google: 'Google', apple: 'Apple', facebook: 'Facebook' };

/** A page that went to another service comes back as it was left when the person uses the browser's back button. */
async function leaveFor(provider: Provider): Promise<void> {
  await signInWith(provider);
  await new Promise((resolve) => {
    window.addEventListener('pageshow', resolve, { once: true });
  });
}

async function loadOptions(): Promise<SignInOptions> {
  const options = await listSignInOptions();
  rememberOptionCount(options.providers.length + (options.passkeys ? 1 : 0));
  return options;
}

/** Signs in with a passkey or another service, as the backend is configured; nothing where it offers neither. */
export default function ProviderButtons({ disabled }: { disabled: boolean }) {
  const { provider: words } = useNamespace('account');
  const { signIn } = useNamespace('passkeys');
  const { value: offered } = useLoad(loadOptions);
  const [chosen, setChosen] = useState<Provider | null>(null);
  const leaving = useAction(leaveFor);

  if (!offered || (offered.providers.length === 0 && !offered.passkeys)) return null;
  return (
    <div className="mt-6 flex flex-col gap-3 border-t border-line pt-6">
      {offered.passkeys && (
        <KeyButton
          label={signIn}
          variant="secondary"
          disabled={disabled || leaving.busy}
          onPress={signInWithPasskey}
          className="w-full"
        />
      )}
      {offered.providers.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          disabled={disabled || (leaving.busy && chosen !== provider)}
          busy={leaving.busy && chosen === provider}
          icon={<ProviderLogo provider={provider} />}
          onClick={() => {
            setChosen(provider);
            leaving.run(provider);
          }}
          className="w-full"
        >
          {words.continueWith(names[provider])}
        </Button>
      ))}
      {leaving.errorText && <Notice tone="error">{leaving.errorText}</Notice>}
    </div>
  );
}
