import { useMemo } from 'react';
import { encode } from 'uqr';
import { classes } from './classes.ts';
import type { QrCodeProps } from './QrCode.tsx';

/** Light modules around the code, as ISO/IEC 18004 asks. */
const quietZone = 4;

export default function QrPath({ value, title, className }: QrCodeProps) {
  const { path, size } = useMemo(() => {
    const { data, size: side } = encode(value, { ecc: 'M', border: 0 });
    const modules = data.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? [`M${x + quietZone} ${y + quietZone}h1v1h-1z`] : [])),
    );
    return { path: modules.join(''), size: side + 2 * quietZone };
  }, [value]);
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here: no request, and sharp at any size
      role="img"
      aria-label={title}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes('rounded-control bg-white', className)}
    >
      <path d={path} fill="#0b1d2a" />
    </svg>
  );
}
