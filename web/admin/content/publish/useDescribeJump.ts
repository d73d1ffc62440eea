import type { PriceJump } from '../../../../shared/content/priceJumps.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';

/** A marked price in a few words: «baja 90 %». */
export function useDescribeJump(): (jump: PriceJump) => string {
  const t = useNamespace('content').publish.jumps;
  return ({ before, percent, isLow }) => {
    const change =
      percent === null
        ? before === 0 && t.fromZero
        : t[percent < 0 ? 'falls' : 'rises'](String(Math.abs(percent)));
    return [change, isLow && t.low].filter(Boolean).join(', ');
  };
}
