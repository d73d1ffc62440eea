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
  readonly view: PreviewView;
  /** The parts of the content that differ from those of the last request; at first all. */
  readonly parts: Partial<Content>;
}

/** The texts that the screen in the frame cuts off. */
export interface CutTexts {
  readonly language: Language;
  readonly texts: readonly string[];
}

/** From the frame to the studio. */
export type PreviewMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'cut'; readonly cut: CutTexts }
  /** A panel was opened in the frame, or a language chosen. */
  | { readonly kind: 'chosen'; readonly view: Partial<PreviewView> };
