import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { QrCode } from './QrCode.tsx';

export interface ScanCardProps {
  /** The content of the code; undefined while it loads. */
  readonly value: string | undefined;
  /** Says what scanning it opens, for screen readers. */
  readonly title: string;
  readonly heading?: string;
  /** A line of facts below the heading. */
  readonly facts?: ReactNode;
  /** Says what the passenger gets by scanning. */
  readonly children: ReactNode;
  /**
   * `cover`: on a tablet over a card; `aside`: beside the rest of a wide panel; `pair`: one of two in a panel; `large`:
   * alone in it.
   */
  readonly variant?: keyof typeof variants;
}

const variants = {
  row: { card: 'sm:flex-row sm:flex-wrap sm:justify-center sm:text-left', code: 'size-48 sm:size-44' },
  cover: {
    card: 'sm:flex-row sm:flex-wrap sm:justify-center sm:text-left tablet:h-full tablet:flex-nowrap tablet:items-start tablet:px-6',
    code: 'size-48 sm:size-44 tablet:self-center tablet:size-50',
  },
  aside: {
    card: 'sm:flex-row sm:text-left lg:flex-col lg:text-center tablet:lg:p-8 low:gap-3 low:p-4',
    code: 'size-48 sm:size-44 tablet:lg:size-72 low:size-44',
  },
  pair: {
    card: 'sm:flex-row sm:text-left lg:flex-col lg:text-center tablet:p-8',
    code: 'size-48 sm:size-44 tablet:size-72',
  },
  large: {
    card: 'sm:flex-row sm:text-left sm:gap-8 sm:p-8 tablet:flex-1 tablet:justify-center tablet:gap-12 tablet:portrait:flex-col tablet:portrait:text-center',
    code: 'size-60 sm:size-64 tablet:size-110',
  },
};

/** On a phone the card is still in view above the code. */
const coverOnly = 'hidden tablet:block';

/** A QR code for the passenger's own phone, on the same dark card in both themes. */
export function ScanCard({ value, title, heading, facts, children, variant = 'row' }: ScanCardProps) {
  const { card, code } = variants[variant];
  return (
    <div
      className={classes('flex flex-col items-center gap-4 sea rounded-card p-4 text-center sm:gap-6', card)}
    >
      {value === undefined ? (
        <span aria-hidden="true" className={classes('shrink-0 rounded-control bg-white', code)} />
      ) : (
        <QrCode value={value} title={title} className={classes('shrink-0', code)} />
      )}
      <div
        className={classes(
          'min-w-0',
          (variant === 'row' || variant === 'cover') && 'sm:flex-[1_1_9rem]',
          variant === 'large' && 'tablet:landscape:max-w-md',
        )}
      >
        {heading !== undefined && (
          <h3
            className={classes(
              'headline leading-tight',
              variant === 'cover' && coverOnly,
              variant === 'large' ? 'text-title tablet:text-display' : 'text-lead',
            )}
          >
            {heading}
          </h3>
        )}
        {facts !== undefined && (
          <p
            className={classes(
              'mt-1 text-lead font-semibold text-copper-light',
              variant === 'cover' && coverOnly,
            )}
          >
            {facts}
          </p>
        )}
        <p
          className={classes(
            'text-balance text-mist',
            heading !== undefined && 'mt-2',
            variant === 'large' && 'text-lead',
          )}
        >
          {children}
        </p>
      </div>
    </div>
  );
}
