import { BookOpen, MessageCircle } from 'lucide-react';
import { whatsappUrl } from '../data/environment.ts';
import { useArea } from '../i18n/areas.ts';
import { useLanguage, useWords } from '../i18n/LanguageProvider.tsx';
import { classes } from '../ui/classes.ts';

const looks = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong',
  secondary: 'border-2 border-line-strong bg-surface-raised text-ink hover:border-accent hover:text-accent',
};
const link =
  'inline-flex min-h-14 items-center justify-center gap-3 rounded-control px-6 py-3 text-center font-semibold transition-colors';

export interface WhatsappLinkProps {
  /** The first message of the chat. */
  readonly message: string;
  readonly label?: string;
  readonly look?: keyof typeof looks;
  readonly className?: string;
}

/** The chat with the company. */
export function WhatsappLink({ message, label, look = 'primary', className }: WhatsappLinkProps) {
  const { home } = useWords();
  const { page } = useArea('visitors');
  return (
    <a
      href={whatsappUrl(message)}
      target="_blank"
      rel="noopener noreferrer"
      className={classes(link, looks[look], className)}
    >
      <MessageCircle size={24} className="shrink-0" aria-hidden="true" />
      {label ?? page.whatsapp}
      <span className="sr-only">({home.opensNewTab})</span>
    </a>
  );
}

/** From another public page to the travel guide, in the same language. */
export function GuideLink() {
  const { page } = useArea('visitors');
  const { language } = useLanguage();
  return (
    <a href={`/guide?lang=${language}`} className={classes(link, looks.secondary)}>
      <BookOpen size={24} className="shrink-0" aria-hidden="true" />
      {page.guide}
    </a>
  );
}
