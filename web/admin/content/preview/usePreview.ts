import { useCallback, useState } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { CutTexts, PreviewView, PreviewScreen } from '../../../content/preview.ts';
import { useLanguage, useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import type { Part } from '../model/items.ts';

/** The screen that the preview shows, and how its tablet is held. */
export interface PreviewState extends PreviewView {
  readonly orientation: Orientation;
}

export type Preview = ReturnType<typeof usePreview>;

/** @param begin a path of the document whose screen is shown first */
export function usePreview(begin: ContentPath) {
  const { language } = useLanguage();
  const [state, setState] = useState<PreviewState>({
    screen: screenOf(begin) ?? 'home',
    language,
    theme: 'light',
    orientation: 'landscape',
  });
  /** The texts that the screen cuts off; null before they are known. */
  const [cut, setCut] = useState<CutTexts | null>(null);
  const choose = useCallback(
    (changes: Partial<PreviewState>) => setState((current) => ({ ...current, ...changes })),
    [],
  );
  /** Shows the screen that a path of the document is seen on. */
  const follow = (path: ContentPath) => {
    const screen = screenOf(path);
    if (screen) choose({ screen });
  };
  return { state, choose, cut, setCut, follow };
}

/** @returns the name of a screen, as on its tile */
export function useScreenName(): (screen: PreviewScreen) => string {
  const { tiles } = useMessages().home;
  const { home } = useNamespace('studio').preview;
  return (screen) => (screen === 'home' ? home : tiles[screen].title);
}

/** The screen that shows a part of the document. */
const screens: Readonly<Partial<Record<Part, PreviewScreen>>> = {
  company: 'home',
  airport: 'airport',
  claims: 'safety',
  routes: 'routes',
  return: 'return',
  tours: 'tours',
  cities: 'places',
  categories: 'places',
  places: 'places',
  pictures: 'places',
  notice: 'home',
};

/** The screen that a path of the document is seen on; undefined for one that no screen shows. */
function screenOf([part]: ContentPath): PreviewScreen | undefined {
  return screens[part as Part];
}

/** A 10-inch tablet held either way, in CSS pixels. */
export const tablets = {
  landscape: { width: 1280, height: 800 },
  upright: { width: 800, height: 1280 },
} as const;

export type Orientation = keyof typeof tablets;
export const orientations = Object.keys(tablets) as readonly Orientation[];
