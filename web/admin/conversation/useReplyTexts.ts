import { useRef, useState } from 'react';
import { isLanguage, type Language } from '../../../shared/languages.ts';

interface Texts {
  readonly reply: string;
  readonly spanish: string;
}

const noTexts: Texts = { reply: '', spanish: '' };

/** @param textIn the template in a language */
type Fill = (textIn: (language: Language) => Promise<string>) => Promise<void>;

/** The text of a reply in the person's language, and in Spanish beside it. A template fills both. */
export interface ReplyTexts extends Texts {
  readonly language: Language;
  readonly setReply: (text: string) => void;
  readonly setSpanish: (text: string) => void;
  readonly fill: Fill;
  /** Fills both texts unless somebody has typed into one of them. */
  readonly suggest: Fill;
  readonly clear: () => void;
}

interface Filled {
  readonly texts: Texts;
  /** The texts as they were last filled. */
  readonly template: Texts;
}

/** Whether a text holds words that no template brought. */
const isTyped = ({ texts, template }: Filled): boolean =>
  (['reply', 'spanish'] as const).some((name) => texts[name].trim() !== '' && texts[name] !== template[name]);

/** @param written the person's language */
export function useReplyTexts(written: string): ReplyTexts {
  const language: Language = isLanguage(written) ? written : 'es';
  const [{ texts }, setState] = useState<Filled>({ texts: noTexts, template: noTexts });
  const suggestions = useRef(0);
  const set = (changes: Partial<Texts>) =>
    setState((current) => ({ ...current, texts: { ...current.texts, ...changes } }));
  const read = async (textIn: Parameters<Fill>[0]): Promise<Texts> => ({
    reply: await textIn(language),
    spanish: await textIn('es'),
  });
  const write = (filled: Texts) => setState({ texts: filled, template: filled });
  return {
    language,
    ...texts,
    setReply: (reply) => set({ reply }),
    setSpanish: (spanish) => set({ spanish }),
    fill: async (textIn) => write(await read(textIn)),
    suggest: async (textIn) => {
      suggestions.current += 1;
      const own = suggestions.current;
      const filled = await read(textIn);
      // The template of an earlier choice may be loaded after that of a later one.
      if (own !== suggestions.current) return;
      setState((current) => (isTyped(current) ? current : { texts: filled, template: filled }));
    },
    clear: () => write(noTexts),
  };
}
