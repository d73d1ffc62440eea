import { Check, Eraser, RotateCcw } from 'lucide-react';
import { setCaseState, type PassengerCase } from '../../data/tickets/cases.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { Act } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';
import { useMay } from '../parts/useMay.ts';

/** Closing or reopening a case, and the deletion of the passenger's data. */
export function useCaseActs(row: PassengerCase, { onDone }: Pick<SectionProps, 'onDone'>) {
  const t = useNamespace('cases');
  const mayDelete = useMay('delete');
  const isClosed = row.state === 'closed';
  const { errorText, run } = useChange(
    () => setCaseState(row.id, isClosed ? 'new' : 'closed'),
    () => onDone(isClosed ? t.reopened(row.number) : t.closed(row.number)),
  );
  const moving: Act = isClosed
    ? { id: 'reopen', title: t.reopen, icon: RotateCcw, run }
    : { id: 'close', title: t.close, icon: Check, run };
  const forgetting: Act = { id: 'forget', title: t.forget, icon: Eraser, isDangerous: true };
  return { acts: mayDelete ? [moving, forgetting] : [moving], errorText };
}
