import { useCallback, useState } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { CutTexts, PreviewView, PreviewScreen } from '../../../content/preview.ts';
import { useLanguage, useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { screenOf, type Orientation } from './screens.ts';

/** The screen that the preview shows, and how its tablet is held. */
export interface PreviewState extends PreviewView {
  readonly orientation: Orientation;
}

export interface Preview {
  readonly state: PreviewState;
  readonly choose: (changes: Partial<PreviewState>) => void;
  /** The texts that the screen cuts off; null before they are known. */
  readonly cut: CutTexts | null;
  readonly setCut: (cut: CutTexts | null) => void;
  /** Shows the screen that a path of the document is seen on. */
  readonly follow: (path: ContentPath) => void;
}

/** @param begin a path of the document whose screen is shown first */
export function usePreview(begin: ContentPath): Preview {
  const { language } = useLanguage();
  const [state, setState] = useState<PreviewState>({
    screen: screenOf(begin) ?? 'home',
    language,
    theme: 'light',
    orientation: 'landscape',
  });
  const [cut, setCut] = useState<CutTexts | null>(null);
  const choose = useCallback(
    (changes: Partial<PreviewState>) => setState((current) => ({ ...current, ...changes })),
    [],
  );
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
