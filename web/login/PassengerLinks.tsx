import { useCompany } from '../content/ContentProvider.tsx';
import { whatsappDigits } from '../content/links.ts';
import { getEnvironment } from '../data/environment.ts';
import { useNamespaceIn } from '../i18n/namespaces.ts';
import { phoneLanguage } from '../i18n/phoneLanguage.ts';

/** Leads a passenger who has come to an address of the drivers to the guide, booking and help, in the phone's language. */
export default function PassengerLinks({ unknown = false }: { readonly unknown?: boolean }) {
  const language = phoneLanguage('', null, navigator.languages, getEnvironment().defaultLanguage);
  const { passenger: t } = useNamespaceIn('publicPages', language);
  const links = {
    guide: t.guide,
    ...(whatsappDigits(useCompany()) !== '' && { book: t.book }),
    help: t.help,
  };
  return (
    <div lang={language}>
      {unknown && <h2 className="headline text-title">{t.unknown}</h2>}
      <p className={unknown ? 'mt-3' : 'text-center text-small text-ink-soft'}>
        <span className="mr-2">{t.question}</span>
        {Object.entries(links).map(([path, label]) => (
          <a
            key={path}
            href={`/${path}?lang=${language}`}
            className="inline-flex min-h-11 items-center px-2 font-semibold text-accent underline underline-offset-4"
          >
            {label}
          </a>
        ))}
      </p>
    </div>
  );
}
