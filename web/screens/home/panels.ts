import type { Language } from '../../i18n/languages.ts';
import { reloadable } from './reloadable.tsx';

/** What the dialog of the home screen can show. */
export type PanelId = 'airport' | 'safety' | 'routes' | 'return' | 'tours' | 'places' | 'rating' | 'signOut';

export const InfoPanel = reloadable(() => import('../../panels/InfoPanel.tsx'));
export const ToursPanel = reloadable(() => import('../../panels/ToursPanel.tsx'));
export const PlacesPanel = reloadable(() => import('../../panels/PlacesPanel.tsx'));
export const RatingPanel = reloadable(() => import('../../panels/RatingPanel.tsx'));
export const SignOutPanel = reloadable(() => import('../../panels/SignOutPanel.tsx'));

/** Fetches everything the dialogs need, so that they open at once and without a signal. Never rejects. */
export async function preloadPanels(language: Language): Promise<void> {
  const { loadArea } = await import('../../i18n/areas.ts');
  await Promise.allSettled([
    ...[InfoPanel, ToursPanel, PlacesPanel, RatingPanel, SignOutPanel].map((panel) => panel.preload()),
    loadArea('panels', language),
    loadArea('places', language),
    loadArea('tours', language),
  ]);
}
