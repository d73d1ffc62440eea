import { LocateFixed } from 'lucide-react';
import type { ReactNode } from 'react';
import { claimsFor } from '../content/claims.ts';
import { useContent } from '../content/ContentProvider.tsx';
import { useChileanClock } from '../util/time/useChileanDay.ts';
import type { Driver } from '../data/drivers/drivers.ts';
import { isVerified } from '../data/drivers/driverState.ts';
import { useLinks } from '../device/links.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { useSay } from '../i18n/Text.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { panelIds, panels, type PanelId, type PanelTile } from './panels.ts';
import { useOpenMaps } from './useOpenMaps.ts';

/** The map, which opens in another tab, stands after the popular routes. */
const mapFollows: PanelId = 'routes';

export interface TileGridProps {
  readonly driver: Driver;
  readonly onOpen: (panel: PanelId) => void;
}

/** The buttons of the home screen, in two columns. */
export function TileGrid({ driver, onOpen }: TileGridProps) {
  const { home } = useMessages();
  const { language } = useLanguage();
  const content = useContent();
  const claims = claimsFor(content, isVerified(driver));
  const sources = { tiles: home.tiles, content, claims, now: useChileanClock(), language, say: useSay() };
  return (
    <section aria-labelledby="menu-title" className="relative">
      <h2 id="menu-title" className="sr-only">
        {home.menu}
      </h2>
      <ul className="grid grid-cols-2 gap-3 tablet:lg:gap-2.5 larger:max-sm:grid-cols-1 md:h-full md:auto-rows-fr tablet:max-lg:auto-rows-auto low:grid-cols-3 low:larger:grid-cols-2">
        {panelIds.flatMap((id) => {
          const { tile, title } = panels[id];
          if (!tile) return [];
          const { line, figure, isEmpty, ...rest } = tile;
          const button = !isEmpty?.(content) && (
            <Tile
              key={id}
              {...rest}
              title={title(home)}
              line={line(sources)}
              figure={figure?.(sources)}
              onPress={() => onOpen(id)}
            />
          );
          return id === mapFollows ? [button, <MapTile key="map" onCode={() => onOpen('map')} />] : [button];
        })}
      </ul>
    </section>
  );
}

function MapTile({ onCode }: { readonly onCode: () => void }) {
  const { tiles, opensNewTab } = useMessages().home;
  const { openMaps, locating } = useOpenMaps();
  if (useLinks() === 'codes') return <Tile icon={LocateFixed} {...tiles.location} onPress={onCode} />;
  // Without a network the new tab would show the browser's error; the passenger's phone may have one.
  const open = () => (navigator.onLine ? openMaps() : onCode());
  return <Tile icon={LocateFixed} {...tiles.location} note={opensNewTab} busy={locating} onPress={open} />;
}

interface TileProps extends Omit<PanelTile, 'line' | 'figure' | 'isEmpty'> {
  readonly title: string;
  readonly line: string;
  readonly figure?: string | undefined;
  readonly onPress: () => void;
  /** For screen readers, for example that another tab opens. */
  readonly note?: string;
  readonly busy?: boolean;
}

function Tile({ icon: Icon, title, line, figure, onPress, note, busy, picture, night }: TileProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        aria-disabled={busy || undefined}
        data-night={night}
        data-pictured={picture && ''}
        className="tile"
      >
        <span className="tile-icon">
          {busy ? <Spinner size={28} /> : <Icon strokeWidth={1.75} aria-hidden="true" />}
        </span>
        <span className="max-w-full min-w-0">
          <span className="tile-title">{title}</span>
          {line && <span className="tile-line">{figure ? setApart(line, figure) : line}</span>}
          {note && <span className="sr-only">{` (${note})`}</span>}
        </span>
        {picture && <img src={picture} alt="" loading="lazy" decoding="async" className="tile-picture" />}
      </button>
    </li>
  );
}

function setApart(line: string, figure: string): ReactNode {
  const [before, after] = line.split(figure);
  return (
    <>
      <span>{before}</span>
      <span className="tile-figure">{figure}</span>
      <span>{after}</span>
    </>
  );
}
