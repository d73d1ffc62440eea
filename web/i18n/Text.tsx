import { textIn } from '../../shared/content/text.ts';
import type { Words } from '../../shared/content/words.ts';
import { useLanguage } from './LanguageProvider.tsx';

export interface TextProps {
  readonly words: Words;
  /** Changes the text, for example shortens it. */
  readonly change?: (text: string) => string;
}

/** A text of the company in the language of the screen. A missing translation is shown, and marked, in Spanish. */
export function Text({ words, change = (text) => text }: TextProps) {
  const { language } = useLanguage();
  const shown = textIn(words, language);
  const text = change(shown.text);
  return shown.language === language ? text : <span lang={shown.language}>{text}</span>;
}

/** @returns the text of words where no element can carry its language: in names, messages and lists */
export function useSay(): (words: Words) => string {
  const { language } = useLanguage();
  return (words) => textIn(words, language).text;
}
