import { useNamespace } from '../i18n/namespaces.ts';
import { Optional } from '../ui/Boundary.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useUnsent, type UnsentCount } from './useUnsent.ts';

const sum = ({ waiting, refused }: UnsentCount) => waiting + refused;

/** Warns a driver who is about to sign out that reviews or taps are not delivered yet. */
export function UnsentEntries({ driverId }: { readonly driverId: string }) {
  const { reviews, taps } = useUnsent(driverId);
  return (
    <Optional>
      <Warning reviews={sum(reviews)} taps={sum(taps)} />
    </Optional>
  );
}

function Warning({ reviews, taps }: { readonly reviews: number; readonly taps: number }) {
  const { rating } = useNamespace('panels');
  return (
    <>
      {reviews > 0 && <Notice tone="info">{rating.unsent(reviews)}</Notice>}
      {taps > 0 && <Notice tone="info">{rating.unsentTaps(taps)}</Notice>}
    </>
  );
}
