import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useNamespace } from '../i18n/namespaces.ts';
import type { ButtonVariant } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageButton } from './PageButton.tsx';

interface ShareButtonProps {
  readonly label: string;
  readonly title: string;
  /** Says before the address what it shows. */
  readonly text: string;
  /** The address of this page. */
  readonly url: string;
  readonly variant?: ButtonVariant;
}

/** Shares this page through the phone, else copies its address, else shows the address. */
export function ShareButton({ label, title, text, url, variant = 'primary' }: ShareButtonProps) {
  const { verify } = useNamespace('publicPages');
  const [outcome, setOutcome] = useState<'copied' | 'byHand' | null>(null);

  const share = async () => {
    setOutcome(null);
    // Both APIs exist on secure pages only.
    if (typeof navigator.share === 'function') {
      // Cancelling is no error.
      await navigator.share({ title, text, url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(`${text} ${url}`);
      setOutcome('copied');
    } catch {
      setOutcome('byHand');
    }
  };

  return (
    <div className="flex flex-col gap-3">
      <PageButton variant={variant} onClick={() => void share()} icon={Share2}>
        {label}
      </PageButton>
      {outcome === 'copied' && <Notice tone="success">{verify.copied}</Notice>}
      {outcome === 'byHand' && (
        <Notice tone="info">
          {verify.copyThis} <span className="break-all select-all">{url}</span>
        </Notice>
      )}
    </div>
  );
}
