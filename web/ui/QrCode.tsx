import { lazy, Suspense } from 'react';
import { classes } from './classes.ts';

export interface QrCodeProps {
  readonly value: string;
  /** What scanning it opens. */
  readonly title: string;
  /** Its size; the code is square. */
  readonly className?: string;
}

const QrPath = lazy(() => import('./QrPath.tsx'));

/**
 * A QR code, dark on white in every theme: inverted ones are not read by every phone. The encoder is a chunk of
 * its own; until it is there, the white square stands in its place.
 */
export function QrCode(props: QrCodeProps) {
  return (
    <Suspense fallback={<span className={classes('block rounded-control bg-white', props.className)} />}>
      <QrPath {...props} />
    </Suspense>
  );
}
