import { CreditCard } from 'lucide-react';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { classes } from '../ui/classes.ts';
import { linkClass, linkVariants } from '../ui/linkStyles.ts';

export interface PaymentLinkProps {
  /** The address of a page of the company's payment provider. */
  readonly url: string;
  /** Read to screen readers only, to tell several links on the screen apart. */
  readonly about: string;
  readonly className?: string | undefined;
}

/** Opens the page on which a route is paid, and says whose it is. */
export function PaymentLink({ url, about, className }: PaymentLinkProps) {
  const { home } = useMessages();
  const { pay } = useNamespace('panels').info;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={classes(linkClass, linkVariants.secondary, className)}
    >
      <CreditCard size={24} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0">
        {pay.button}
        <span className="block truncate text-caption font-normal">{new URL(url).host}</span>
      </span>
      <span className="sr-only">
        {about} ({home.opensNewTab})
      </span>
    </a>
  );
}
