import { ArrowLeft, Volume2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSpanishVoice } from '../../device/useSpanishVoice.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { languageNames, type Language } from '../../i18n/languages.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { focusOnMount } from '../../ui/focusOnMount.ts';

export interface PhraseSignProps {
  readonly spanish: string;
  /** The sentence in the passenger's language. */
  readonly own: string;
  /** The driver says it to the passenger: the passenger's language is the large one. */
  readonly reply?: boolean;
  readonly onBack: () => void;
  /** Stands above the children. */
  readonly heading?: ReactNode;
  readonly children?: ReactNode;
}

/** A sentence as a sign to hold up, dark in both themes; in Spanish alone when the passenger reads Spanish. */
export function PhraseSign({ spanish, own, reply = false, onBack, heading, children }: PhraseSignProps) {
  const { back, listen } = useNamespace('phrases');
  const read = useSpanishVoice();
  const { language } = useLanguage();
  const lines = { es: spanish, [language]: own } as Partial<Record<Language, string>>;
  const order: Language[] = language === 'es' ? ['es'] : reply ? [language, 'es'] : ['es', language];

  return (
    <>
      <section
        // The focus makes a screen reader read the sign, and scrolls it into view.
        ref={focusOnMount}
        tabIndex={-1}
        className="sign"
      >
        {order.map((code, index) => (
          <div key={code} className={classes(index > 0 && 'border-t border-ocean pt-5')}>
            {order.length > 1 && <p className="text-small text-haze">{languageNames[code]}</p>}
            <p lang={code} className={index === 0 ? 'sign-large' : 'sign-small'}>
              {lines[code]}
            </p>
          </div>
        ))}
      </section>
      <div className="mt-4 tablet:mt-5 flex flex-col-reverse gap-x-6 gap-y-4 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">{heading}</div>
        {read && !reply && (
          <Button
            onClick={() => read(spanish)}
            icon={<Volume2 size={24} aria-hidden="true" />}
            className="shrink-0"
          >
            {listen}
          </Button>
        )}
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
