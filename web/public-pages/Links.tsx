import { BookOpen, LifeBuoy } from 'lucide-react';
import { useNamespace } from '../i18n/namespaces.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { classes } from '../ui/classes.ts';
import { linkClass, linkVariants } from '../ui/linkLook.ts';
import { WhatsappLink } from '../components/WhatsappLink.tsx';

/** Opens a WhatsApp chat with the company. */
export function CompanyLink({ className }: { readonly className?: string }) {
  const { page } = useNamespace('publicPages');
  return <WhatsappLink message={page.message} label={page.whatsapp} className={className} />;
}

/** Leads to the travel guide in the current language. */
export function GuideLink() {
  const { page } = useNamespace('publicPages');
  const { language } = useLanguage();
  return (
    <a href={`/guide?lang=${language}`} className={classes(linkClass, linkVariants.secondary)}>
      <BookOpen size={24} className="shrink-0" aria-hidden="true" />
      {page.guide}
    </a>
  );
}

/** Leads quietly to the page for lost things, complaints and receipts. @param code the driver's verification code, if known */
export function HelpLink({ code = '' }: { readonly code?: string }) {
  const { page } = useNamespace('publicPages');
  const { language } = useLanguage();
  return (
    <a
      href={`/help${code && `/${encodeURIComponent(code)}`}?lang=${language}`}
      className="inline-flex min-h-11 items-center justify-center gap-2 self-center px-2 text-small text-ink-soft underline underline-offset-4 hover:text-accent"
    >
      <LifeBuoy size={20} className="shrink-0" aria-hidden="true" />
      {page.help}
    </a>
  );
}
