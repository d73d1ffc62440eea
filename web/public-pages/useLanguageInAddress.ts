import { useEffect } from 'react';
import { useLanguage } from '../i18n/LanguageProvider.tsx';

/** Keeps the address of a page as `/guide?lang=de`: it can be shared in the language that is shown, and holds nothing else. */
export function useLanguageInAddress(path: string): void {
  const { language } = useLanguage();
  useEffect(() => window.history.replaceState(null, '', `${path}?lang=${language}`), [path, language]);
}
