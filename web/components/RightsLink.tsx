import { useLanguage } from '../i18n/LanguageProvider.tsx';

/** Leads quietly to the page on which people use their rights over personal data. */
export function RightsLink({ label }: { readonly label: string }) {
  const { language } = useLanguage();
  return (
    <a
      href={`/rights?lang=${language}`}
      className="inline-flex min-h-11 items-center self-start text-small text-ink-soft underline underline-offset-4 hover:text-accent"
    >
      {label}
    </a>
  );
}
