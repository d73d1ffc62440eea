import type { PreviewScreen } from '../../../content/preview.ts';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';

/** @returns the name of a screen, as on its tile */
export function useScreenName(): (screen: PreviewScreen) => string {
  const { tiles } = useMessages().home;
  const { home } = useNamespace('content').preview;
  return (screen) => (screen === 'home' ? home : tiles[screen].title);
}
