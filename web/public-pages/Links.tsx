import { BookOpen } from 'lucide-react';
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
