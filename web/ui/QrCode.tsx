import { lazy, Suspense } from 'react';
import { classes } from './classes.ts';

export interface QrCodeProps {
  readonly value: string;
  /** Says what scanning it opens. */
  readonly title: string;
  /** Its size; the code is square. */
  readonly className?: string;
}

const QrPath = lazy(() => import('./QrPath.tsx'));

/**
 * A QR code, dark on white in every theme: not every phone reads inverted ones. The encoder is a chunk of its own; a
 * white square holds its place while it loads.
 */
export function QrCode(props: QrCodeProps) {
  return (
    <Suspense fallback={<span className={classes('block rounded-control bg-white', props.className)} />}>
      <QrPath {...props} />
    </Suspense>
  );
}
