import {
  BadgeCheck,
  Clock,
  Landmark,
  LocateFixed,
  MessagesSquare,
  Plane,
  Route,
  ShieldCheck,
  Smartphone,
  Undo2,
} from 'lucide-react';
import { airportToCentreMinutes, lowestPesos } from '../content/info.ts';
import { formatPesos } from '../content/pesos.ts';
import placesUrl from '../content/illustrations/cerro-concepcion.svg';
import toursUrl from '../content/illustrations/tour-santiago.svg';
import { useWords } from '../i18n/LanguageProvider.tsx';
import type { PanelId } from './panels.ts';
import { Tile } from './Tile.tsx';
import { useOpenMaps } from './useOpenMaps.ts';

/** The ten buttons, two abreast. */
export function TileGrid({ onOpen }: { readonly onOpen: (panel: PanelId) => void }) {
  const { home } = useWords();
  const { tiles } = home;
  const { openMaps, locating } = useOpenMaps();
  return (
    <section aria-labelledby="menu-title" className="relative">
      <h2 id="menu-title" className="sr-only">
        {home.menu}
      </h2>
      <ul className="grid grid-cols-2 gap-3 larger:max-sm:grid-cols-1 md:h-full md:auto-rows-fr">
        <Tile
          icon={Plane}
          title={tiles.airport.title}
          line={tiles.airport.line(airportToCentreMinutes)}
          onPress={() => onOpen('airport')}
        />
        <Tile icon={ShieldCheck} {...tiles.safety} onPress={() => onOpen('safety')} />
        <Tile
          icon={Route}
          title={tiles.routes.title}
          line={tiles.routes.line(formatPesos(lowestPesos))}
          onPress={() => onOpen('routes')}
        />
        <Tile
          icon={LocateFixed}
          {...tiles.location}
          note={home.opensNewTab}
          busy={locating}
          onPress={openMaps}
        />
        <Tile icon={Undo2} {...tiles.return} onPress={() => onOpen('return')} />
        <Tile icon={Clock} {...tiles.tours} picture={toursUrl} onPress={() => onOpen('tours')} />
        <Tile icon={Landmark} {...tiles.places} picture={placesUrl} onPress={() => onOpen('places')} />
        <Tile icon={MessagesSquare} {...tiles.talk} night onPress={() => onOpen('talk')} />
        <Tile icon={BadgeCheck} {...tiles.legal} onPress={() => onOpen('legal')} />
        <Tile icon={Smartphone} {...tiles.guide} onPress={() => onOpen('guide')} />
      </ul>
    </section>
  );
}
