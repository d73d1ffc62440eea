import { Fingerprint } from 'lucide-react';
import { useAction } from '../../forms/useAction.ts';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useDescribePasskeyError } from './describePasskeyError.ts';

export interface KeyButtonProps extends Pick<ButtonProps, 'variant' | 'disabled' | 'className'> {
  /** Label of the button. */
  readonly label: string;
  /** Asks the authenticator; what it rejects with is shown below the button. */
  readonly onPress: () => Promise<void>;
}

/** A button that has the browser ask for the fingerprint, the face or the key, and says what came of it. */
export function KeyButton({ label, onPress, ...look }: KeyButtonProps) {
  const describe = useDescribePasskeyError();
  const { busy, failure, run } = useAction(onPress);
  return (
    <>
      <Button
        {...look}
        busy={busy}
        icon={<Fingerprint size={24} aria-hidden="true" className="shrink-0" />}
        onClick={() => run()}
      >
        {label}
      </Button>
      {failure && <Notice tone="error">{describe(failure.error)}</Notice>}
    </>
  );
}
