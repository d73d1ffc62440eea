import { useRef, useState } from 'react';
import { isLanguage, type Language } from '../../../shared/languages.ts';
import { useFormDraft, useFormDraftStore, withDraft, type FormDraft } from '../parts/useFormDraft.ts';

interface Texts {
  readonly reply: string;
  readonly spanish: string;
}

const noTexts: Texts = { reply: '', spanish: '' };

/** @param textIn the template in a language */
type Fill = (textIn: (language: Language) => Promise<string>) => Promise<void>;

/** The text of a reply in the person's language, and in Spanish beside it. */
export interface ReplyTexts extends Texts {
  readonly language: Language;
  readonly setReply: (text: string) => void;
  readonly setSpanish: (text: string) => void;
  /** Puts the template in place of the last one, below the words that somebody has typed. */
  readonly fill: Fill;
  /** The choice that brought the template; empty for none. */
  readonly choice: string;
  /** Fills both texts with the template of a choice unless somebody has typed into one of them. */
  readonly suggest: (choice: string, textIn: Parameters<Fill>[0]) => void;
  /** Empties the texts as they were when the reply was sent. Words that somebody has typed since stay. */
  readonly clear: () => void;
  /** The key by which the server recognises a reply that is sent again. */
  readonly keyOf: (content: unknown) => string;
  readonly draft: FormDraft | undefined;
}

interface Filled {
  readonly texts: Texts;
  /** The texts as they were last filled. */
  readonly template: Texts;
  readonly choice: string;
}

const nothing: Filled = { texts: noTexts, template: noTexts, choice: '' };

/** A text with another template than the last one. Nothing that somebody has typed goes. */
function withTemplate(text: string, last: string, template: string): string {
  const typed = (text.endsWith(last) ? text.slice(0, text.length - last.length) : text).trimEnd();
  return typed === '' ? template : `${typed}\n\n${template}`;
}

/** The words of a text that were typed after it was sent. */
const typedSince = (sent: string, text: string): string =>
  text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;

/** Whether a text holds words that no template brought. */
const isTyped = ({ texts, template }: Filled): boolean =>
  (['reply', 'spanish'] as const).some((name) => texts[name].trim() !== '' && texts[name] !== template[name]);

/**
 * @param written the person's language
 * @param draftName keeps the texts on this device until they are sent
 */
export function useReplyTexts(written: string, draftName?: string): ReplyTexts {
  const language: Language = isLanguage(written) ? written : 'es';
  const { store, keyOf, forget } = useFormDraftStore<Filled>(draftName);
  const [state, setState] = useState(() => withDraft(nothing, store));
  const draft = useFormDraft(store, { initial: nothing, values: state, setValues: setState });
  const { texts, choice } = state;
  const choices = useRef(0);
  const set = (changes: Partial<Texts>) =>
    setState((current) => ({ ...current, texts: { ...current.texts, ...changes } }));
  const choose = async (
    textIn: Parameters<Fill>[0],
    filledWith: (template: Texts, current: Filled) => Filled,
  ) => {
    choices.current += 1;
    const own = choices.current;
    const template: Texts = { reply: await textIn(language), spanish: await textIn('es') };
    // The template of an earlier choice may be loaded after that of a later one.
    if (own !== choices.current) return;
    setState((current) => filledWith(template, current));
  };
  return {
    language,
    ...texts,
    choice,
    keyOf,
    draft,
    setReply: (reply) => set({ reply }),
    setSpanish: (spanish) => set({ spanish }),
    fill: (textIn) =>
      choose(textIn, (template, { texts: before, template: last }) => ({
        ...nothing,
        texts: {
          reply: withTemplate(before.reply, last.reply, template.reply),
          spanish: withTemplate(before.spanish, last.spanish, template.spanish),
        },
        template,
      })),
    suggest: (chosen, textIn) => {
      setState((current) => ({ ...current, choice: chosen }));
      void choose(textIn, (template, current) =>
        isTyped(current) ? current : { ...current, texts: template, template },
      );
    },
    clear: () => {
      choices.current += 1;
      forget();
      setState(({ texts: now }) => ({
        ...nothing,
        texts: {
          reply: typedSince(texts.reply, now.reply),
          spanish: typedSince(texts.spanish, now.spanish),
        },
      }));
    },
  };
}
