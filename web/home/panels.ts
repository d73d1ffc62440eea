import {
  CircleQuestionMark,
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
import type { Claim, Content } from '../../shared/content/content.ts';
import { lowestPriceOn } from '../../shared/content/prices.ts';
import type { Words } from '../../shared/content/words.ts';
import placesUrl from '../content/illustrations/cerro-concepcion.svg';
import toursUrl from '../content/illustrations/tour-santiago.svg';
import { formatPesos } from '../../shared/content/pesos.ts';
import { formatList } from '../util/formatList.ts';
import type { SharedNamespace } from '../i18n/messages.ts';
import type { Language } from '../i18n/languages.ts';
import type { Messages } from '../i18n/messages.ts';
import type { DialogProps } from '../ui/Dialog.tsx';
import { loader } from '../util/loader.ts';
import type { PanelProps } from './panelProps.ts';
import { reloadable, type Reloadable } from '../util/reloadable.tsx';

/** The sources of a tile's line. */
export interface TileSources {
  readonly tiles: Messages['home']['tiles'];
  readonly content: Content;
  /** Those that hold for the driver on the screen. */
  readonly claims: readonly Claim[];
  /** The minute in Chile. */
  readonly now: string;
  readonly language: Language;
  /** The text of words in this language. */
  readonly say: (words: Words) => string;
}

export interface PanelTile {
  readonly icon: LucideIcon;
  /** The one fact worth knowing without opening the panel; empty where the company has published none. */
  readonly line: (sources: TileSources) => string;
  /** Whether the company has published nothing to show. */
  readonly isEmpty?: (content: Content) => boolean;
  /** The part of the line that decides, larger on a tablet. */
  readonly figure?: (sources: TileSources) => string;
  /** Address of a picture, shown where there is room for it. */
  readonly picture?: string;
  /** Dark in both themes, to stand out from the grid. */
  readonly night?: boolean;
}

interface Panel {
  readonly Content: Reloadable<PanelProps>;
  readonly title: (home: Messages['home']) => string;
  /** Panels without a tile open from the header, the booking card, the footer or another panel. */
  readonly tile?: PanelTile;
  /** Default: medium. */
  readonly width?: DialogProps['width'];
  /** Namespaces beyond those of the first load. */
  readonly namespaces: readonly SharedNamespace[];
  /** Namespaces shown in Spanish too, for the driver or an operator. */
  readonly spanish?: readonly SharedNamespace[];
  /** Shows the driver itself, or is the driver's own. */
  readonly showsDriver?: boolean;
  /** For the driver: nothing in it is published for passengers. */
  readonly isDriversOwn?: boolean;
  /** Loaded only when it opens: passengers do not need it. */
  readonly rare?: boolean;
}

/** As the first release says it; the tile has a longer line for it. */
const aroundTheClock = '24/7';

/** As the airport's information says; empty where it does not. */
function minutesToCentre({ content }: TileSources): string {
  const value = content.airport.facts.find(({ id }) => id === 'to-centre')?.value;
  return value?.kind === 'minutes' ? String(value.minutes) : '';
}

function airportLine(sources: TileSources): string {
  const minutes = minutesToCentre(sources);
  return minutes && sources.tiles.airport.line(minutes);
}

function safetyLine({ claims, language, say }: TileSources): string {
  return formatList(
    claims.flatMap(({ short }) => (short ? [say(short)] : [])),
    language,
  );
}

/** Empty where no price is in force. */
function lowestPrice({ content, now }: TileSources): string {
  const pesos = lowestPriceOn(content.routes, now);
  return pesos === null ? '' : formatPesos(pesos);
}

function routesLine(sources: TileSources): string {
  const price = lowestPrice(sources);
  return price && sources.tiles.routes.line(price);
}

function returnLine({ tiles, content }: TileSources): string {
  const { value } = content.return;
  return value === aroundTheClock ? tiles.return.line : value;
}

/** Names both durations; empty where there are tours of one only. */
function toursLine({ tiles, content }: TileSources): string {
  const durations = new Set(content.tours.map(({ duration }) => duration));
  return durations.size > 1 ? tiles.tours.line : '';
}

function placesLine({ content, language, say }: TileSources): string {
  return formatList(
    content.cities.map(({ name }) => say(name)),
    language,
  );
}

const registry = {
  airport: {
    Content: reloadable<PanelProps>(() => import('./panels/AirportPanel.tsx')),
    title: ({ tiles }) => tiles.airport.title,
    tile: {
      icon: Plane,
      line: airportLine,
      figure: minutesToCentre,
      isEmpty: ({ airport }) => airport.facts.length === 0,
    },
    namespaces: ['panels'],
  },
  safety: {
    Content: reloadable<PanelProps>(() => import('./panels/SafetyPanel.tsx')),
    title: ({ tiles }) => tiles.safety.title,
    tile: { icon: ShieldCheck, line: safetyLine },
    width: 'wide',
    namespaces: ['panels', 'emergency'],
    spanish: ['emergency'],
  },
  routes: {
    Content: reloadable<PanelProps>(() => import('./panels/RoutesPanel.tsx')),
    title: ({ tiles }) => tiles.routes.title,
    tile: {
      icon: Route,
      line: routesLine,
      figure: lowestPrice,
      isEmpty: ({ routes }) => routes.length === 0,
    },
    namespaces: ['panels', 'tripCode'],
  },
  return: {
    Content: reloadable<PanelProps>(() => import('./panels/ReturnPanel.tsx')),
    title: ({ tiles }) => tiles.return.title,
    tile: { icon: Undo2, line: returnLine },
    namespaces: ['panels', 'tripCode'],
  },
  tours: {
    Content: reloadable<PanelProps>(() => import('./panels/ToursPanel.tsx')),
    title: ({ tiles }) => tiles.tours.title,
    tile: {
      icon: Clock,
      line: toursLine,
      picture: toursUrl,
      isEmpty: ({ tours }) => tours.length === 0,
    },
    width: 'wide',
    namespaces: ['panels'],
  },
  places: {
    Content: reloadable<PanelProps>(() => import('./panels/PlacesPanel.tsx')),
    title: ({ tiles }) => tiles.places.title,
    tile: {
      icon: Landmark,
      line: placesLine,
      picture: placesUrl,
      isEmpty: ({ places }) => places.length === 0,
    },
    width: 'wide',
    namespaces: ['panels'],
  },
  talk: {
    Content: reloadable<PanelProps>(() => import('./panels/PhrasesPanel.tsx')),
    title: ({ tiles }) => tiles.talk.title,
    tile: { icon: MessagesSquare, line: ({ tiles }) => tiles.talk.line, night: true },
    width: 'wide',
    namespaces: ['panels', 'phrases'],
    spanish: ['phrases'],
  },
  legal: {
    Content: reloadable<PanelProps>(() => import('./panels/LegalTaxiPanel.tsx')),
    title: ({ tiles }) => tiles.legal.title,
    tile: { icon: CircleQuestionMark, line: ({ tiles }) => tiles.legal.line },
    width: 'wide',
    namespaces: ['panels', 'legalTaxi'],
    showsDriver: true,
  },
  guide: {
    Content: reloadable<PanelProps>(() => import('./panels/GuidePanel.tsx')),
    title: ({ tiles }) => tiles.guide.title,
    tile: { icon: Smartphone, line: ({ tiles }) => tiles.guide.line },
    namespaces: ['publicPages'],
  },
  booking: {
    Content: reloadable<PanelProps>(() => import('./panels/booking/BookingPanel.tsx')),
    title: (home) => home.whatsappTitle,
    width: 'wide',
    namespaces: ['tripCode'],
  },
  emergency: {
    Content: reloadable<PanelProps>(() => import('./panels/EmergencyPanel.tsx')),
    title: (home) => home.emergency,
    width: 'wide',
    namespaces: ['emergency'],
    spanish: ['emergency'],
    showsDriver: true,
  },
  map: {
    Content: reloadable<PanelProps>(() => import('./panels/MapPanel.tsx')),
    title: ({ tiles }) => tiles.location.title,
    namespaces: ['kiosk'],
  },
  driver: {
    Content: reloadable<PanelProps>(() => import('./panels/DriverPanel.tsx')),
    title: (home) => home.driver,
    showsDriver: true,
    width: 'wide',
    namespaces: ['publicPages', 'colours'],
  },
  rating: {
    Content: reloadable<PanelProps>(() => import('../reviews/RatingPanel.tsx')),
    title: (home) => home.rateTrip,
    showsDriver: true,
    // `reasons` is for the question after the thanks, which may come without a network.
    namespaces: ['panels', 'publicPages', 'reasons'],
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
    isDriversOwn: true,
    showsDriver: true,
    width: 'narrow',
    namespaces: ['kiosk', 'account', 'ownAnnouncements', 'ownDocuments', 'ownDevice', 'ownTrips', 'shift'],
  },
  shift: {
    Content: reloadable<PanelProps>(() => import('../shift/ShiftPanel.tsx')),
    title: (home) => home.shift,
    isDriversOwn: true,
    showsDriver: true,
    width: 'narrow',
    namespaces: ['shift', 'kiosk', 'account'],
    rare: true,
  },
} satisfies Record<string, Panel>;

export type PanelId = keyof typeof registry;

/** The panels of the home screen, in the order of their tiles. A new one is an entry here, its file and its messages. */
export const panels: Readonly<Record<PanelId, Panel>> = registry;
export const panelIds = Object.keys(registry) as readonly PanelId[];

const namespaces = loader(() => import('../i18n/namespaces.ts'));

async function loadMessages(names: readonly SharedNamespace[], language: Language): Promise<void> {
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
