import { useState } from 'react';
import type { PublishedPolicy } from '../../shared/content/policy.ts';
import PrivacyPanel from '../components/PrivacyPanel.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';

/** Says which version of the privacy policy the form accepts when it is sent, and opens its text. */
export default function ConsentNotice({ published }: { readonly published: PublishedPolicy }) {
  const t = useNamespace('policy');
  const [reading, setReading] = useState(false);
  return (
    <>
      <div>
        <p className="text-small text-ink-soft">{t.consent(published.policy.version)}</p>
        <Button variant="quiet" size="compact" onClick={() => setReading(true)} className="-mb-3 -ml-4">
          {t.read}
        </Button>
      </div>
      <PrivacyPanel open={reading} onClose={() => setReading(false)} published={published} />
    </>
  );
}
