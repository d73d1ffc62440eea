import { useState } from 'react';
import { isLanguage, type Language } from '../../../shared/languages.ts';

/** The text of a reply in the person's language, and in Spanish beside it. A template fills both. */
export interface ReplyTexts {
  readonly language: Language;
  readonly reply: string;
  readonly setReply: (text: string) => void;
  readonly spanish: string;
  readonly setSpanish: (text: string) => void;
  /** @param textIn the template in a language */
  readonly fill: (textIn: (language: Language) => Promise<string>) => Promise<void>;
  readonly clear: () => void;
}

/** @param written the person's language */
export function useReplyTexts(written: string): ReplyTexts {
  const language: Language = isLanguage(written) ? written : 'es';
  const [reply, setReply] = useState('');
  const [spanish, setSpanish] = useState('');
  const write = (own: string, inSpanish: string) => {
    setReply(own);
    setSpanish(inSpanish);
  };
  return {
    language,
    reply,
    setReply,
    spanish,
    setSpanish,
    fill: async (textIn) => write(await textIn(language), await textIn('es')),
    clear: () => write('', ''),
  };
}
