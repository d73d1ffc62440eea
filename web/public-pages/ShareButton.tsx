import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { plateInPairs } from '../../shared/chile/plate.ts';

/** Shares this page through the phone, else copies its address, else shows the address. */
export function ShareButton({ name, plate }: { readonly name: string; readonly plate: string | null }) {
  const { verify } = useNamespace('publicPages');
  const [outcome, setOutcome] = useState<'copied' | 'byHand' | null>(null);
  const url = window.location.origin + window.location.pathname;
  const text = verify.shareText(name, plate && plateInPairs(plate));

  const share = async () => {
    setOutcome(null);
    // Both APIs exist on secure pages only.
    if (typeof navigator.share === 'function') {
      // Cancelling is no error.
      await navigator.share({ title: verify.title, text, url }).catch(() => undefined);
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
      <Button onClick={() => void share()} icon={<Share2 size={24} aria-hidden="true" />}>
        {verify.share}
      </Button>
      {outcome === 'copied' && <Notice tone="success">{verify.copied}</Notice>}
      {outcome === 'byHand' && (
        <Notice tone="info">
          {verify.copyThis} <span className="break-all select-all">{url}</span>
        </Notice>
      )}
    </div>
  );
}
