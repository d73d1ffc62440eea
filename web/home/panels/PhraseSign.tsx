import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useArea } from '../../i18n/areas.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { languageNames, type Language } from '../../i18n/languages.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';

export interface PhraseSignProps {
  readonly spanish: string;
  /** The same in the passenger's language. */
  readonly own: string;
  /** It is said to the passenger: the passenger's language is the large one. */
  readonly reply?: boolean;
  readonly onBack: () => void;
  /** Over the children. */
  readonly heading?: ReactNode;
  readonly children?: ReactNode;
}

/** A sentence as a sign to hold up, dark in both themes; in Spanish alone where that is the passenger's language. */
export function PhraseSign({ spanish, own, reply = false, onBack, heading, children }: PhraseSignProps) {
  const { back } = useArea('phrases');
  const { language } = useLanguage();
  const sign = useRef<HTMLElement>(null);
  const lines = { es: spanish, [language]: own } as Partial<Record<Language, string>>;
  const order: Language[] = language === 'es' ? ['es'] : reply ? [language, 'es'] : ['es', language];

  // So that a screen reader reads it, and it is in view wherever the list was.
  useEffect(() => sign.current?.focus(), []);

  return (
    <>
      <section
        ref={sign}
        tabIndex={-1}
        className="sign flex flex-col justify-center gap-5 rounded-card bg-night p-6 text-snow outline-none sm:px-10 sm:py-8"
      >
        {order.map((code, index) => (
          <div key={code} className={classes(index > 0 && 'border-t border-ocean pt-5')}>
            {order.length > 1 && <p className="text-small text-haze">{languageNames[code]}</p>}
            <p lang={code} className={classes('hyphens-auto', index === 0 ? 'sign-large' : 'sign-small')}>
              {lines[code]}
            </p>
          </div>
        ))}
      </section>
      <div className="mt-4 flex flex-col-reverse gap-x-6 gap-y-4 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">{heading}</div>
        <Button
          variant="secondary"
          onClick={onBack}
          icon={<ArrowLeft size={24} aria-hidden="true" />}
          className="shrink-0"
        >
          {back}
        </Button>
      </div>
      {children}
    </>
  );
}
