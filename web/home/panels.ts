import type { LazyArea } from '../i18n/areas.ts';
import type { Language } from '../i18n/languages.ts';
import { idle } from '../util/idle.ts';
import { loader } from '../util/loader.ts';
import { reloadable } from './reloadable.tsx';

export const InfoPanel = reloadable(() => import('./panels/RoutesPanel.tsx'));
export const SafetyPanel = reloadable(() => import('./panels/SafetyPanel.tsx'));
export const ToursPanel = reloadable(() => import('./panels/ToursPanel.tsx'));
export const PlacesPanel = reloadable(() => import('../components/PlacesPanel.tsx'));
export const PhrasesPanel = reloadable(() => import('./panels/PhrasesPanel.tsx'));
export const LegalTaxiPanel = reloadable(() => import('./panels/LegalTaxiPanel.tsx'));
export const DriverPanel = reloadable(() => import('./panels/DriverPanel.tsx'));
export const GuidePanel = reloadable(() => import('./panels/GuidePanel.tsx'));
export const RatingPanel = reloadable(() => import('../ratings/RatingPanel.tsx'));
export const AccountPanel = reloadable(() => import('./panels/AccountPanel.tsx'));
export const DriverMenu = reloadable(() => import('./panels/DriverMenu.tsx'));
export const DisplayPanel = reloadable(() => import('./panels/DisplayPanel.tsx'));

const areas = loader(() => import('../i18n/areas.ts'));

interface Parts {
  readonly panel: { readonly load: () => Promise<unknown> };
  /** Beyond the words of the first load. */
  readonly areas?: readonly LazyArea[];
  /** What it shows in Spanish too, for the driver or an operator. */
  readonly spanish?: readonly LazyArea[];
}

const parts = {
  airport: { panel: InfoPanel, areas: ['panels'] },
  safety: { panel: SafetyPanel, areas: ['panels', 'emergency'], spanish: ['emergency'] },
  routes: { panel: InfoPanel, areas: ['panels'] },
  return: { panel: InfoPanel, areas: ['panels'] },
  tours: { panel: ToursPanel, areas: ['panels', 'tours'] },
  places: { panel: PlacesPanel, areas: ['panels', 'places'] },
  talk: { panel: PhrasesPanel, areas: ['phrases'], spanish: ['phrases'] },
  legal: { panel: LegalTaxiPanel, areas: ['legalTaxi'] },
  guide: { panel: GuidePanel, areas: ['publicPages'] },
  driver: { panel: DriverPanel, areas: ['publicPages'] },
  rating: { panel: RatingPanel, areas: ['panels', 'publicPages'] },
  display: { panel: DisplayPanel, areas: ['kiosk'] },
  driverMenu: { panel: DriverMenu, areas: ['kiosk', 'account'] },
  account: { panel: AccountPanel, areas: ['account'] },
} satisfies Record<string, Parts>;

/** What the dialog of the home screen can show. */
export type PanelId = keyof typeof parts;

async function loadWords(names: readonly LazyArea[], language: Language): Promise<void> {
  const { loadArea } = await areas.load();
  await Promise.all(names.map((name) => loadArea(name, language)));
}

/** Fetches what a panel needs; what failed before is tried again. Never rejects: the panel shows the failure. */
export async function loadPanel(id: PanelId, language: Language): Promise<void> {
  const { panel, areas: names = [], spanish = [] }: Parts = parts[id];
  await Promise.allSettled([panel.load(), loadWords(names, language), loadWords(spanish, 'es')]);
}

/**
 * Fetches all that passengers open, so that it opens at once, and without a signal too; one after the other, so that
 * nothing waits for it that is pressed meanwhile. Never rejects.
 */
export async function preloadPanels(language: Language): Promise<void> {
  for (const id of (Object.keys(parts) as PanelId[]).filter((each) => each !== 'account')) {
    await idle();
    await loadPanel(id, language);
  }
}
