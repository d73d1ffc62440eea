import { useMemo } from 'react';
import { encode } from 'uqr';
import { classes } from './classes.ts';

export interface QrCodeProps {
  readonly value: string;
  /** Says what scanning it opens. */
  readonly title: string;
  /** Its size; the code is square. */
  readonly className?: string;
}

/** The light modules around the code that ISO/IEC 18004 requires. */
const quietZone = 4;

/** The dark modules of a row; adjacent ones form one rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  const modules = row.map((dark) => (dark ? '#' : ' ')).join('');
  const runs = modules.matchAll(/#+/g);
  return Array.from(runs, ({ 0: { length }, index }) => {
    return `M${index + quietZone} ${y + quietZone}h${length}v1h-${length}z`;
  }).join('');
}

export default function QrPath({ value, title, className }: QrCodeProps) {
  const { path, size } = useMemo(() => {
    const { data, size: side } = encode(value, { ecc: 'M', border: 0 });
    return { path: data.map(rowPath).join(''), size: side + 2 * quietZone };
  }, [value]);
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn inline: no request, and sharp at any size
      role="img"
      aria-label={title}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes('true-colours rounded-control bg-white', className)}
    >
      {/* Not only a background: a browser’s own dark mode darkens those. */}
      <rect width="100%" height="100%" className="fill-white" />
      <path d={path} className="fill-night" />
    </svg>
  );
}
