import { createContext, use, useSyncExternalStore } from 'react';
import type { ContentPath } from '../../../shared/content/changes.ts';
import type { Content } from '../../../shared/content/content.ts';
import type { Translated } from '../../../shared/content/words.ts';
import type { CutTexts } from '../../content/preview.ts';
import type { Problem } from './model/problems.ts';

/** The context that the views of the studio share. It stays the same object: an edit redraws only the parts that show it. */
export interface Studio {
  /** @returns unsubscribe */
  readonly subscribe: (listener: () => void) => () => void;
  /** The draft, with the work of this device. */
  readonly read: () => Content;
  readonly edit: (change: (content: Content) => Content) => void;
  /** Opens the item that the path leads into, and moves the focus to the text or field there. An empty path closes it. */
  readonly open: (path: ContentPath) => void;
  /** Shows and announces a message. */
  readonly say: (message: string) => void;
  readonly setLanguage: (language: Translated) => void;
}

export const StudioContext = createContext<Studio | null>(null);
/** The language that is translated into. */
export const TargetLanguage = createContext<Translated>('en');
/** The problems of the draft, which prevent its publication. */
export const Problems = createContext<readonly Problem[]>([]);
/** How many changes of the draft are not published; 0 until that is known. */
export const Unpublished = createContext(0);
/** The texts that the preview cuts off; null without a preview. */
export const PreviewCut = createContext<CutTexts | null>(null);

/** The studio around this component. @throws Error outside of `StudioContext` */
export function useStudio(): Studio {
  const studio = use(StudioContext);
  if (!studio) throw new Error('This needs StudioContext');
  return studio;
}

/**
 * A part of the draft, or something made of it. The component is drawn again when that is another object or value.
 * @param select gives the same object for the same document
 */
export function useSelected<Value>(select: (content: Content) => Value): Value {
  const { subscribe, read } = useStudio();
  return useSyncExternalStore(subscribe, () => select(read()));
}

const whole = (content: Content) => content;

/** The whole draft, for views that show much of it. */
export function useDraftContent(): Content {
  return useSelected(whole);
}
