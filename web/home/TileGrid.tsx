import { LocateFixed } from 'lucide-react';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { panelIds, panels, type PanelId } from './panels.ts';
import { Tile } from './Tile.tsx';
import { useOpenMaps } from './useOpenMaps.ts';

/** The map, which opens in another tab, stands after the popular routes. */
const mapFollows: PanelId = 'routes';

/** The buttons of the home screen, in two columns. */
export function TileGrid({ onOpen }: { readonly onOpen: (panel: PanelId) => void }) {
  const { home } = useWords();
  return (
    <section aria-labelledby="menu-title" className="relative">
      <h2 id="menu-title" className="sr-only">
        {home.menu}
      </h2>
      <ul className="grid grid-cols-2 gap-3 larger:max-sm:grid-cols-1 md:h-full md:auto-rows-fr">
        {panelIds.flatMap((id) => {
          const { tile, title } = panels[id];
          if (!tile) return [];
          const { line, ...look } = tile;
          const button = (
            <Tile key={id} {...look} title={title(home)} line={line(home)} onPress={() => onOpen(id)} />
          );
          return id === mapFollows ? [button, <MapTile key="map" />] : [button];
        })}
      </ul>
    </section>
  );
}

function MapTile() {
  const { tiles, opensNewTab } = useWords().home;
  const { openMaps, locating } = useOpenMaps();
  return (
    <Tile icon={LocateFixed} {...tiles.location} note={opensNewTab} busy={locating} onPress={openMaps} />
  );
}
