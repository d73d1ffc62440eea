import { useNamespace } from '../../i18n/namespaces.ts';
import { Badge } from '../parts/list/cells.tsx';
import { RecordLink } from '../parts/record/RecordLink.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { daysLeft, deadlineState } from './daysLeft.ts';

interface TicketNameProps {
  readonly kind: string;
  readonly number: string;
}

/** The name of a ticket in its list, which opens its page. */
export function TicketLink({ id, ...name }: TicketNameProps & { readonly id: string }) {
  return (
    <RecordLink id={id} className="block">
      <TicketName {...name} />
    </RecordLink>
  );
}

/** The kind of a ticket in words, and its number. */
export function TicketName({ kind, number }: TicketNameProps) {
  return (
    <span className="block truncate leading-snug">
      <span className="font-semibold">{kind}</span>{' '}
      <span className="text-small text-ink-soft tabular-nums">{number}</span>
    </span>
  );
}

/** The day by which to answer. @param urgent the number of days from which it stands out */
export function Deadline({ due, urgent }: { readonly due: string; readonly urgent: number }) {
  const t = useNamespace('tickets');
  const { plainWeekday } = useFormat();
  const tone = daysLeft(due) <= urgent ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent';
  return <Badge tone={tone}>{t.deadline[deadlineState(due)](plainWeekday(due))}</Badge>;
}
