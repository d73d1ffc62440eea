import { textIn } from '../../shared/content/text.ts';
import type { Words } from '../../shared/content/words.ts';
import { useLanguage } from './LanguageProvider.tsx';

export interface TextProps {
  readonly words: Words;
}

/** A text of the company in the language of the screen. A missing translation is shown, and marked, in Spanish. */
export function Text({ words }: TextProps) {
  const { language } = useLanguage();
  const { text, language: shown } = textIn(words, language);
  return <span lang={shown === language ? undefined : shown}>{text}</span>;
}

/** @returns the text of words where no element can carry its language: in names, messages and lists */
export function useSay(): (words: Words) => string {
  const { language } = useLanguage();
  return (words) => textIn(words, language).text;
}
