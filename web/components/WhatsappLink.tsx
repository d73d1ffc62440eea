import { MessageCircle } from 'lucide-react';
import { useCompany } from '../content/ContentProvider.tsx';
import { whatsappUrl } from '../content/links.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { classes } from '../ui/classes.ts';
import { linkClass, linkVariants } from '../ui/linkStyles.ts';

export interface WhatsappLinkProps {
  /** The first message of the chat. */
  readonly message: string;
  readonly label: string;
  /** Read to screen readers only, to tell several links on the screen apart. */
  readonly about?: string;
  readonly variant?: keyof typeof linkVariants;
  readonly className?: string | undefined;
}

/** Opens a WhatsApp chat with the company; nothing without a number. */
export function WhatsappLink({ message, label, about, variant = 'primary', className }: WhatsappLinkProps) {
  const { home } = useMessages();
  const url = whatsappUrl(useCompany(), message);
  if (url === null) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={classes(linkClass, linkVariants[variant], className)}
    >
      <MessageCircle size={24} className="shrink-0" aria-hidden="true" />
      {label}
      <span className="sr-only">{`${about ?? ''} (${home.opensNewTab})`}</span>
    </a>
  );
}
