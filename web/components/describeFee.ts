import type { Fee } from '../../shared/content/content.ts';
import { formatPesos } from '../content/pesos.ts';
import type { useNamespace } from '../i18n/namespaces.ts';

/** The entrance fee in words; a place without one is free. */
export function describeFee(
  fee: Fee = { kind: 'free' },
  words: ReturnType<typeof useNamespace<'panels'>>['places'],
): string {
  if (fee.kind === 'fixed') return formatPesos(fee.pesos);
  if (fee.kind === 'perRide') return words.perLiftRide(formatPesos(fee.lowest), formatPesos(fee.highest));
  return words[fee.kind];
}
