import type { PublishedPolicy } from '../../shared/content/policy.ts';
import { useContent } from '../content/ContentProvider.tsx';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Dialog, type DialogProps } from '../ui/Dialog.tsx';
import { PolicyText } from './PolicyText.tsx';
import { RightsLink } from './RightsLink.tsx';

export interface PrivacyPanelProps extends Required<Pick<DialogProps, 'open' | 'onClose'>> {
  /** The version to read; that of the release in use otherwise. */
  readonly published?: PublishedPolicy;
}

/** The privacy policy, which is in Spanish in every language and says so to readers of another one. */
export default function PrivacyPanel({ open, onClose, published }: PrivacyPanelProps) {
  const { login, common } = useMessages();
  const { language } = useLanguage();
  const content = useContent();
  const { rights } = useNamespace('policy');
  return (
    <Dialog open={open} onClose={onClose} title={login.privacy} closeLabel={common.close}>
      {language !== 'es' && <p className="mb-5 text-ink-soft">{login.privacyInSpanish}</p>}
      <PolicyText published={published ?? content} />
      <RightsLink label={rights} />
    </Dialog>
  );
}
