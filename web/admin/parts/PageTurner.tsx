import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { pagesFor, perPage } from '../../data/admin/page.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useFormat } from './useFormat.ts';

export interface PageTurnerProps {
  /** From 1. */
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Label, icon, page, and whether it leads to an end of the list: a phone has no room for those. */
type Step = readonly [string, LucideIcon, number, boolean];

/** Shows the range of rows and turns pages. It stays in sight while the list scrolls. */
export function PageTurner({ page, total, onPage }: PageTurnerProps) {
  const { paging } = useNamespace('admin');
  const format = useFormat();
  const pages = pagesFor(total);
  const steps: Step[] = [
    [paging.first, ChevronFirst, 1, true],
    [paging.previous, ChevronLeft, page - 1, false],
    [paging.next, ChevronRight, page + 1, false],
    [paging.last, ChevronLast, pages, true],
  ];
  const render = (step: Step) => (
    <StepButton key={step[0]} step={step} page={page} pages={pages} onPage={onPage} />
  );

  return (
    <nav
      aria-label={paging.label}
      className="sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-surface-raised px-4 py-2.5"
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
          {steps.slice(0, 2).map(render)}
          <span className="text-small font-semibold whitespace-nowrap tabular-nums sm:px-1">
            <span className="sr-only sm:not-sr-only">
              {paging.page(format.count(page), format.count(pages))}
            </span>
            <span aria-hidden="true" className="sm:hidden">
              {format.count(page)} / {format.count(pages)}
            </span>
          </span>
          {steps.slice(2).map(render)}
        </div>
      )}
    </nav>
  );
}

interface StepButtonProps extends Pick<PageTurnerProps, 'page' | 'onPage'> {
  readonly step: Step;
  readonly pages: number;
}

function StepButton({ step: [label, Icon, target, isEnd], page, pages, onPage }: StepButtonProps) {
  // It keeps the focus at the first and the last page, where a disabled button would lose it.
  const unavailable = target === page || target < 1 || target > pages;
  return (
    <IconButton
      size="compact"
      label={label}
      icon={<Icon size={24} />}
      aria-disabled={unavailable || undefined}
      onClick={() => {
        if (!unavailable) onPage(target);
      }}
      className={classes(
        'border-2',
        unavailable ? 'border-line opacity-55' : 'border-line-strong',
        isEnd && 'max-sm:hidden',
      )}
    />
  );
}
