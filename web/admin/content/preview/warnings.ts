import { listWords, type ContentPath } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { textIn } from '../../../../shared/content/text.ts';
import { stateOf } from '../../../../shared/content/words.ts';
import type { Misfit, PreviewScreen } from '../../../content/preview.ts';
import { languages, type Language } from '../../../i18n/languages.ts';
import { keyOf } from '../model/tree.ts';
import type { FitReport } from './FitWalk.ts';
import { screenOf, type Orientation } from './screens.ts';

export interface Warning {
  readonly key: string;
  readonly kind: Misfit['kind'] | 'missing';
  readonly screen: PreviewScreen;
  readonly language: Language;
  /** Where the text does not fit; a missing text is missing on both. */
  readonly orientation?: Orientation;
  /** The text that does not fit, or the Spanish of one that is missing. */
  readonly text: string;
  /** The text in the document, if it was found there. */
  readonly path?: ContentPath;
}

/** The text of the document that a screen shows. Lines of tiles hold several, and excerpts a part of one. */
function pathOf(
  content: Content,
  screen: PreviewScreen,
  language: Language,
  shown: string,
): ContentPath | undefined {
  const beginning = shown.replace(/\s*…$/, '');
  const found = listWords(content).filter(({ words }) => {
    const { text } = textIn(words, language);
    return text !== '' && (text.includes(beginning) || shown.includes(text));
  });
  return (found.find(({ path }) => screenOf(path) === screen) ?? found[0])?.path;
}

function missingTexts(content: Content): readonly Warning[] {
  return listWords(content).flatMap(({ path, words }) => {
    const screen = screenOf(path);
    if (!screen) return [];
    return languages
      .filter((language) => stateOf(words, language) === 'missing')
      .map((language) => {
        const key = `missing ${language} ${keyOf(path)}`;
        return { key, kind: 'missing' as const, screen, language, text: words.es, path };
      });
  });
}

/** Texts that passengers would not read as they were meant. One that fits neither tablet is listed once. */
export function listWarnings({ content, misfits }: FitReport): readonly Warning[] {
  const found = new Map<string, Warning>();
  for (const misfit of misfits) {
    const { kind, screen, language, text } = misfit;
    const key = [kind, screen, language, ...(kind === 'cut' ? [text] : [])].join(' ');
    const path = pathOf(content, screen, language, text);
    if (!found.has(key)) found.set(key, { ...misfit, key, ...(path && { path }) });
  }
  return [...found.values(), ...missingTexts(content)];
}
