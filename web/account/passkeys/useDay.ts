import { useMemo } from 'react';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';

/** The day of an ISO 8601 time, here, as written in the language shown. */
export function useDay(): (time: string) => string {
  const { language } = useLanguage();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric' });
    return (time) => format.format(new Date(time));
  }, [language]);
}
