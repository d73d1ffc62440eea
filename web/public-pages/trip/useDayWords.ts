import { localeOf } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';

/** @returns writes a day as `2026-11-28` in words, with its weekday */
export function useDayWords(): (day: string) => string {
  const { language } = useLanguage();
  const format = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}
