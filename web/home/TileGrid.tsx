import { LocateFixed } from 'lucide-react';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { classes } from '../ui/classes.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { panelIds, panels, type PanelId, type PanelTile } from './panels.ts';
import { useOpenMaps } from './useOpenMaps.ts';

/** The map, which opens in another tab, stands after the popular routes. */
const mapFollows: PanelId = 'routes';

/** The buttons of the home screen, in two columns. */
export function TileGrid({ onOpen }: { readonly onOpen: (panel: PanelId) => void }) {
  const { home } = useMessages();
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
  const { tiles, opensNewTab } = useMessages().home;
  const { openMaps, locating } = useOpenMaps();
  return (
    <Tile icon={LocateFixed} {...tiles.location} note={opensNewTab} busy={locating} onPress={openMaps} />
  );
}

interface TileProps extends Omit<PanelTile, 'line'> {
  readonly title: string;
  readonly line: string;
  readonly onPress: () => void;
  /** For screen readers, for example that another tab opens. */
  readonly note?: string;
  readonly busy?: boolean;
}

function Tile({ icon: Icon, title, line, onPress, note, busy, picture, night }: TileProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        aria-disabled={busy || undefined}
        data-night={night}
        className={classes(
          'key relative flex size-full min-h-24 scroll-mt-72 flex-col items-start gap-3 overflow-hidden rounded-card p-4 text-left larger:max-sm:flex-row larger:max-sm:items-center md:flex-row md:items-center md:gap-4 md:px-5 md:py-2 lg:min-h-18 lg:scroll-mt-56',
          picture && 'md:pr-[31%]',
        )}
      >
        <span
          className={classes(
            'flex size-12 shrink-0 items-center justify-center rounded-control md:size-14',
            night ? 'bg-night text-copper-light' : 'bg-accent-soft text-accent',
            // Beside its picture a tile needs the room for its text.
            picture && 'md:hidden',
          )}
        >
          {busy ? (
            <Spinner size={28} />
          ) : (
            <Icon className="size-7 md:size-8" strokeWidth={1.75} aria-hidden="true" />
          )}
        </span>
        <span className="min-w-0 max-w-full">
          <span className="headline block text-body leading-tight hyphens-auto md:text-lead">{title}</span>
          <span
            className={classes(
              'mt-1 block text-small leading-snug md:text-body lg:text-small',
              !picture && 'xl:text-body',
              night ? 'text-mist' : 'text-ink-soft',
            )}
          >
            {line}
          </span>
          {note && <span className="sr-only"> ({note})</span>}
        </span>
        {picture && (
          <img
            src={picture}
            alt=""
            loading="lazy"
            decoding="async"
            className="absolute inset-y-0 right-0 hidden h-full w-[32%] object-cover object-[60%_70%] md:block [clip-path:polygon(20%_0,100%_0,100%_100%,0_100%)]"
          />
        )}
      </button>
    </li>
  );
}
