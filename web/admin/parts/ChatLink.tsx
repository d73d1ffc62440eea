import { MessageCircle } from 'lucide-react';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { classes } from '../../ui/classes.ts';
import { linkClass, linkVariants } from '../../ui/linkStyles.ts';

/** The shape of a link among compact buttons; `linkVariants` give the colours. */
export const compactLinkClass =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-3 text-small font-semibold transition-colors motion-reduce:transition-none';

interface ChatLinkProps {
  readonly href: string;
  readonly variant?: keyof typeof linkVariants;
  readonly isCompact?: boolean;
  /** For screen readers, where several links have the same text. */
  readonly about?: string;
  readonly onPress?: () => void;
  readonly children: string;
}

/** Opens a WhatsApp chat with a text that is ready to be sent. */
export function ChatLink(props: ChatLinkProps) {
  const { href, variant = 'secondary', isCompact = false, about, onPress, children } = props;
  const { home } = useMessages();
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onPress}
      className={classes(isCompact ? compactLinkClass : linkClass, linkVariants[variant])}
    >
      <MessageCircle size={22} className="shrink-0" aria-hidden="true" />
      {children}
      <span className="sr-only">{`${about ?? ''} (${home.opensNewTab})`}</span>
    </a>
  );
}
