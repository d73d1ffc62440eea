import { lazy, Suspense } from 'react';
import { classes } from './classes.ts';
import type { QrCodeProps } from './QrPath.tsx';

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
