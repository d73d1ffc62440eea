import {
  BadgeCheck,
  Clock,
  Landmark,
  MessagesSquare,
  Plane,
  Route,
  ShieldCheck,
  Smartphone,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import placesUrl from '../content/illustrations/cerro-concepcion.svg';
import toursUrl from '../content/illustrations/tour-santiago.svg';
import { airportToCentreMinutes, lowestPesos } from '../content/info.ts';
import { formatPesos } from '../content/pesos.ts';
import type { Driver } from '../data/drivers.ts';
import type { Namespace } from '../i18n/namespaces.ts';
import type { Language } from '../i18n/languages.ts';
import type { Messages } from '../i18n/messages.ts';
import type { DialogProps } from '../ui/Dialog.tsx';
import { loader } from '../util/loader.ts';
import { reloadable, type Reloadable } from './reloadable.tsx';

/** Passed to every panel, which uses what it needs. */
export interface PanelProps {
  readonly driver: Driver;
  /** Receives the passenger's rating, 1 to 5, once it is stored. */
  readonly onRated: (stars: number) => void;
  /** Opens the driver's account. */
  readonly onAccount: () => void;
}

export interface PanelTile {
  readonly icon: LucideIcon;
  /** The one fact worth knowing without opening the panel. */
  readonly line: (home: Messages['home']) => string;
  /** Address of a picture, shown where there is room for it. */
  readonly picture?: string;
  /** Dark in both themes, to stand out from the grid. */
  readonly night?: boolean;
}

interface Panel {
  readonly Content: Reloadable<PanelProps>;
  readonly title: (home: Messages['home']) => string;
  /** Panels without a tile open from the header, the footer or another panel. */
  readonly tile?: PanelTile;
  /** Default: medium. */
  readonly width?: DialogProps['width'];
  /** Namespaces beyond those of the first load. */
  readonly namespaces: readonly Namespace[];
  /** Namespaces shown in Spanish too, for the driver or an operator. */
  readonly spanish?: readonly Namespace[];
  /** Loaded only when it opens: passengers do not need it. */
  readonly rare?: boolean;
}

const registry = {
  airport: {
    Content: reloadable<PanelProps>(() => import('./panels/AirportPanel.tsx')),
    title: ({ tiles }) => tiles.airport.title,
    tile: { icon: Plane, line: ({ tiles }) => tiles.airport.line(airportToCentreMinutes) },
    namespaces: ['panels'],
  },
  safety: {
    Content: reloadable<PanelProps>(() => import('./panels/SafetyPanel.tsx')),
    title: ({ tiles }) => tiles.safety.title,
    tile: { icon: ShieldCheck, line: ({ tiles }) => tiles.safety.line },
    width: 'wide',
    namespaces: ['panels', 'emergency'],
    spanish: ['emergency'],
  },
  routes: {
    Content: reloadable<PanelProps>(() => import('./panels/RoutesPanel.tsx')),
    title: ({ tiles }) => tiles.routes.title,
    tile: { icon: Route, line: ({ tiles }) => tiles.routes.line(formatPesos(lowestPesos)) },
    namespaces: ['panels'],
  },
  return: {
    Content: reloadable<PanelProps>(() => import('./panels/ReturnPanel.tsx')),
    title: ({ tiles }) => tiles.return.title,
    tile: { icon: Undo2, line: ({ tiles }) => tiles.return.line },
    namespaces: ['panels'],
  },
  tours: {
    Content: reloadable<PanelProps>(() => import('./panels/ToursPanel.tsx')),
    title: ({ tiles }) => tiles.tours.title,
    tile: { icon: Clock, line: ({ tiles }) => tiles.tours.line, picture: toursUrl },
    width: 'wide',
    namespaces: ['panels', 'tours'],
  },
  places: {
    Content: reloadable<PanelProps>(() => import('../components/PlacesPanel.tsx')),
    title: ({ tiles }) => tiles.places.title,
    tile: { icon: Landmark, line: ({ tiles }) => tiles.places.line, picture: placesUrl },
    width: 'wide',
    namespaces: ['panels', 'places'],
  },
  talk: {
    Content: reloadable<PanelProps>(() => import('./panels/PhrasesPanel.tsx')),
    title: ({ tiles }) => tiles.talk.title,
    tile: { icon: MessagesSquare, line: ({ tiles }) => tiles.talk.line, night: true },
    width: 'wide',
    namespaces: ['phrases'],
    spanish: ['phrases'],
  },
  legal: {
    Content: reloadable<PanelProps>(() => import('./panels/LegalTaxiPanel.tsx')),
    title: ({ tiles }) => tiles.legal.title,
    tile: { icon: BadgeCheck, line: ({ tiles }) => tiles.legal.line },
    width: 'wide',
    namespaces: ['legalTaxi'],
  },
  guide: {
    Content: reloadable<PanelProps>(() => import('./panels/GuidePanel.tsx')),
    title: ({ tiles }) => tiles.guide.title,
    tile: { icon: Smartphone, line: ({ tiles }) => tiles.guide.line },
    namespaces: ['publicPages'],
  },
  driver: {
    Content: reloadable<PanelProps>(() => import('./panels/DriverPanel.tsx')),
    title: (home) => home.driver,
    width: 'wide',
    namespaces: ['publicPages'],
  },
  rating: {
    Content: reloadable<PanelProps>(() => import('../ratings/RatingPanel.tsx')),
    title: (home) => home.rateTrip,
    namespaces: ['panels', 'publicPages'],
  },
  display: {
    Content: reloadable<PanelProps>(() => import('./panels/DisplayPanel.tsx')),
    title: (home) => home.display,
    width: 'narrow',
    namespaces: ['kiosk'],
  },
  driverMenu: {
    Content: reloadable<PanelProps>(() => import('./panels/DriverMenu.tsx')),
    title: (home) => home.driverMenu,
    width: 'narrow',
    namespaces: ['kiosk', 'account'],
  },
  account: {
    Content: reloadable<PanelProps>(() => import('./panels/AccountPanel.tsx')),
    title: (home) => home.account,
    width: 'narrow',
    namespaces: ['account'],
    rare: true,
  },
} satisfies Record<string, Panel>;

export type PanelId = keyof typeof registry;

/** The panels of the home screen, in the order of their tiles. A new one is an entry here, its file and its messages. */
export const panels: Readonly<Record<PanelId, Panel>> = registry;
export const panelIds = Object.keys(registry) as readonly PanelId[];

const namespaces = loader(() => import('../i18n/namespaces.ts'));

async function loadMessages(names: readonly Namespace[], language: Language): Promise<void> {
  const { loadNamespace } = await namespaces.load();
  await Promise.all(names.map((name) => loadNamespace(name, language)));
}

/** Loads the code and messages of a panel; failed parts are loaded again. Never rejects: the panel shows the failure. */
export async function loadPanel(id: PanelId, language: Language): Promise<void> {
  const { Content, namespaces: names, spanish = [] } = panels[id];
  await Promise.allSettled([Content.load(), loadMessages(names, language), loadMessages(spanish, 'es')]);
}

/** Resolves when the page is idle. Safari has no `requestIdleCallback`. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 100);
  });
}

/**
 * Loads what passengers open, so that it opens at once and without a signal. Loads one panel at a time: a panel that is
 * pressed meanwhile does not wait for the others. Never rejects.
 */
export async function preloadPanels(language: Language): Promise<void> {
  for (const id of panelIds.filter((each) => !panels[each].rare)) {
    await idle();
    await loadPanel(id, language);
  }
}
