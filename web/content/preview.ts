import type { Content } from '../../shared/content/content.ts';
import type { Language } from '../../shared/languages.ts';

/** The page that shows a draft as a tablet does, in a frame of the studio. */
export const previewPath = '/preview';

/** The screens that show what the company publishes: the home screen and its panels. */
export const previewScreens = ['home', 'airport', 'safety', 'routes', 'return', 'tours', 'places'] as const;
export type PreviewScreen = (typeof previewScreens)[number];

export function isPreviewScreen(name: string): name is PreviewScreen {
  return previewScreens.some((screen) => screen === name);
}

export interface PreviewView {
  readonly screen: PreviewScreen;
  readonly language: Language;
  readonly theme: 'light' | 'dark';
}

/** From the studio to the frame. */
export interface PreviewRequest {
  readonly id: number;
  readonly view: PreviewView;
  /** The parts of the content that differ from those of the last request; at first all. */
  readonly parts: Partial<Content>;
  /** Whether to look for texts that do not fit. */
  readonly measure: boolean;
}

/** A text that does not fit. `scroll`: it is below the edge of a screen that is made to be seen at once. */
export interface Misfit {
  readonly kind: 'cut' | 'scroll';
  readonly text: string;
}

/** From the frame to the studio. */
export type PreviewMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'shown'; readonly id: number; readonly misfits: readonly Misfit[] }
  /** A panel was opened in the frame, or a language chosen. */
  | { readonly kind: 'chosen'; readonly view: Partial<PreviewView> };
