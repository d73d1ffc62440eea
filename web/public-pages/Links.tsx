import { BookOpen, CalendarCheck, LifeBuoy, type LucideIcon } from 'lucide-react';
import { useCompany } from '../content/ContentProvider.tsx';
import { whatsappDigits } from '../content/links.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { classes } from '../ui/classes.ts';
import { linkClass, linkVariants } from '../ui/linkStyles.ts';
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
  return (
    <QuietLink path={`/help${code && `/${encodeURIComponent(code)}`}`} icon={LifeBuoy} label={page.help} />
  );
}

/** Leads quietly to the page on which a trip is booked; nothing for a company without a number. */
export function BookLink() {
  const { page } = useNamespace('publicPages');
  if (whatsappDigits(useCompany()) === '') return null;
  return <QuietLink path="/book" icon={CalendarCheck} label={page.book} />;
}

interface QuietLinkProps {
  readonly path: string;
  /** Fills the page in; browsers send it to no server. */
  readonly fragment?: string;
  readonly icon: LucideIcon;
  readonly label: string;
}

/** A link below the acts of a page, to another one in the same language. */
export function QuietLink({ path, fragment = '', icon: Icon, label }: QuietLinkProps) {
  const { language } = useLanguage();
  return (
    <a
      href={`${path}?lang=${language}${fragment && `#${fragment}`}`}
      className="inline-flex min-h-11 items-center justify-center gap-2 self-center px-2 text-small text-ink-soft underline underline-offset-4 hover:text-accent"
    >
      <Icon size={20} className="shrink-0" aria-hidden="true" />
      {label}
    </a>
  );
}
