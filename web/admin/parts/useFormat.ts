import { useMemo } from 'react';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';

export interface Format {
  /** A whole number with its groups: 10.000. */
  readonly count: (value: number) => string;
  /** One decimal: 4,8. */
  readonly rating: (value: number) => string;
  /** The day of an ISO 8601 time, here. */
  readonly day: (time: string) => string;
  /** The moment of an ISO 8601 time, here, to the second. */
  readonly moment: (time: string) => string;
}

/** Numbers and dates as written in the language shown; Spanish and Portuguese as in the Americas. */
export function useFormat(): Format {
  const { language } = useLanguage();
  return useMemo(() => {
    const american: Record<string, string> = { es: 'es-CL', pt: 'pt-BR' };
    const locale = american[language] ?? language;
    const whole = new Intl.NumberFormat(locale);
    const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
    const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' });
    return {
      count: (value) => whole.format(value),
      rating: (value) => decimal.format(value),
      day: (time) => date.format(new Date(time)),
      moment: (time) => moment.format(new Date(time)),
    };
  }, [language]);
}
