import { privacySections, privacyUpdated, type PrivacySection } from '../content/privacy.ts';
import { getEnvironment } from '../data/environment.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Dialog, type DialogProps } from '../ui/Dialog.tsx';

/** The privacy policy, in Spanish in every language. */
export default function PrivacyPanel({ open, onClose }: Pick<DialogProps, 'open' | 'onClose'>) {
  const { login, common } = useMessages();
  const { brandName, whatsappNumber } = getEnvironment();
  return (
    <Dialog open={open} onClose={onClose} title={login.privacy} closeLabel={common.close}>
      <article lang="es" className="flex max-w-[68ch] flex-col gap-7">
        <p className="text-small text-ink-soft">{privacyUpdated}</p>
        {privacySections(brandName, whatsappNumber).map((section) => (
          <Section key={section.title} {...section} />
        ))}
      </article>
    </Dialog>
  );
}

function Section({ title, text, items = [] }: PrivacySection) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="headline text-lead">{title}</h3>
      <p>{text}</p>
      {items.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-6 marker:text-accent">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
