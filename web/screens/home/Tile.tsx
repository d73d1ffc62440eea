import type { LucideIcon } from 'lucide-react';
import { classes } from '../../ui/classes.ts';
import { Spinner } from '../../ui/Spinner.tsx';

export interface TileProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** The one thing worth knowing without pressing. */
  readonly line: string;
  readonly onPress: () => void;
  /** For screen readers, for example that another tab opens. */
  readonly note?: string;
  readonly busy?: boolean;
  /** Address of a picture; the tile then takes a whole row. */
  readonly picture?: string;
}

/** One button of the grid. */
export function Tile({ icon: Icon, title, line, onPress, note, busy = false, picture }: TileProps) {
  return (
    <li className={classes(picture !== undefined && 'col-span-2')}>
      <button
        type="button"
        onClick={onPress}
        aria-disabled={busy || undefined}
        className={classes(
          'tile relative flex size-full min-h-24 scroll-mt-72 flex-col items-start gap-2.5 overflow-hidden rounded-card border border-line bg-surface-raised p-4 text-left shadow-card md:flex-row md:items-center md:gap-4 md:px-5 lg:min-h-18 lg:py-2',
          'transition-[border-color,background-color,transform] duration-150 hover:border-accent active:[transform:scale(0.985)] active:bg-accent-soft motion-reduce:transition-none lg:scroll-mt-56',
          picture !== undefined && 'pr-[30%] md:pr-[42%]',
        )}
      >
        <span className="flex size-12 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent md:size-14">
          {busy ? (
            <Spinner size={28} />
          ) : (
            <Icon className="size-7 md:size-8" strokeWidth={1.75} aria-hidden="true" />
          )}
        </span>
        <span className="min-w-0 max-w-full">
          <span className="headline block text-body leading-tight hyphens-auto md:text-lead">{title}</span>
          <span className="mt-1 block text-small leading-snug text-ink-soft md:text-body lg:text-small xl:text-body">
            {line}
          </span>
          {note !== undefined && <span className="sr-only"> ({note})</span>}
        </span>
        {picture !== undefined && (
          <img
            src={picture}
            alt=""
            loading="lazy"
            decoding="async"
            className="absolute inset-y-0 right-0 h-full w-[32%] object-cover md:w-[40%] [clip-path:polygon(18%_0,100%_0,100%_100%,0_100%)]"
          />
        )}
      </button>
    </li>
  );
}
