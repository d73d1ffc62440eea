import { use, type KeyboardEvent } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import { editTranslation, stateOf, type Words } from '../../../../shared/content/words.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { nextText } from '../model/items.ts';
import { readAt, writeAt } from '../model/tree.ts';
import { TargetLanguage, useStudio } from '../studio.ts';

/** The path of the translation that has the focus; null outside of one. */
function focusedText(event: KeyboardEvent): ContentPath | null {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-text]') : null;
  const steps = element?.dataset['text']?.split('/');
  return steps?.map((step) => (/^\d{1,4}$/.test(step) ? Number(step) : step)) ?? null;
}

/** Fields in which the browser opens a list or a calendar with Alt and an arrow key. */
const pickers = 'select, input[type=date], input[type=time]';

/**
 * The keys that lead from text to text: Ctrl+Enter accepts the translation and moves to the next one that is
 * outdated or missing; Alt with an arrow key moves on or back without accepting it.
 * @param path the item that is open
 */
export function useTextKeys(path: ContentPath): (event: KeyboardEvent) => void {
  const t = useNamespace('studio');
  const { read, edit, open, say } = useStudio();
  const language = use(TargetLanguage);
  return (event) => {
    const content = read();
    const isDone = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
    const isPicker = event.target instanceof Element && event.target.matches(pickers);
    const step = isDone ? 1 : event.altKey && !isPicker ? steps[event.key] : undefined;
    if (!step) return;
    event.preventDefault();
    const text = focusedText(event);
    let next = content;
    if (isDone && text) {
      const words = readAt(content, text) as Words;
      const translation = words[language]?.text;
      if (translation !== undefined && stateOf(words, language) === 'outdated')
        next = writeAt(content, text, editTranslation(words, language, translation));
      const decided = readAt(next, text);
      edit((current) => writeAt(current, text, decided));
    }
    const target = nextText(next, language, text ?? path, step);
    if (target) open(target);
    else say(t.keys.allDone(languageNames[language]));
  };
}
