import { Fingerprint } from 'lucide-react';
import { useAction } from '../../forms/useAction.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

export interface KeyButtonProps extends Pick<ButtonProps, 'variant' | 'disabled' | 'className'> {
  readonly label: string;
  /** Asks the authenticator; a rejection shows below the button. */
  readonly onPress: () => Promise<void>;
}

/** A button that has the browser ask for the fingerprint, the face or the key. */
export function KeyButton({ label, onPress, ...rest }: KeyButtonProps) {
  const { errors } = useNamespace('passkeys');
  const { busy, errorText, run } = useAction(onPress, errors);
  return (
    <>
      <Button
        {...rest}
        busy={busy}
        icon={<Fingerprint size={24} className="shrink-0" />}
        onClick={() => run()}
      >
        {label}
      </Button>
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </>
  );
}
