import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useArea } from '../../../i18n/areas.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useFormat } from './useFormat.ts';

export interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Which rows are shown, and the way to the others. It stays in sight while the list scrolls. */
export function Pager({ page, perPage, total, onPage }: PagerProps) {
  const { paging } = useArea('admin');
  const format = useFormat();
  const pages = Math.max(1, Math.ceil(total / perPage));
  const steps: [string, LucideIcon, number][] = [
    [paging.first, ChevronFirst, 1],
    [paging.previous, ChevronLeft, page - 1],
    [paging.next, ChevronRight, page + 1],
    [paging.last, ChevronLast, pages],
  ];
  const step = ([label, Icon, target]: [string, LucideIcon, number]) => {
    // It keeps the focus at the first and the last page, where a disabled button would lose it.
    const unavailable = target === page || target < 1 || target > pages;
    return (
      <IconButton
        key={label}
        size="compact"
        label={label}
        icon={<Icon size={24} aria-hidden="true" />}
        aria-disabled={unavailable || undefined}
        onClick={() => {
          if (!unavailable) onPage(target);
        }}
        className={classes('border-2', unavailable ? 'border-line opacity-55' : 'border-line-strong')}
      />
    );
  };

  return (
    <nav
      aria-label={paging.label}
      className="sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-b-card border-t border-line bg-surface-raised px-4 py-2.5"
    >
      <output className="text-small text-ink-soft tabular-nums">
        {paging.shown(
          format.count(total === 0 ? 0 : (page - 1) * perPage + 1),
          format.count(Math.min(page * perPage, total)),
          format.count(total),
        )}
      </output>
      {pages > 1 && (
        <div className="flex items-center gap-2">
          {steps.slice(0, 2).map(step)}
          <span className="px-1 text-small font-semibold whitespace-nowrap tabular-nums">
            {paging.page(format.count(page), format.count(pages))}
          </span>
          {steps.slice(2).map(step)}
        </div>
      )}
    </nav>
  );
}
