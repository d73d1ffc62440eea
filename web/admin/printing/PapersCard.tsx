import { Link } from 'wouter';
import { listCardsOf } from '../../data/cards/printedCards.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { RecordCard, RecordRows } from '../parts/record/RecordPage.tsx';
import { sectionAddress } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { folioOf } from './columns.tsx';

interface PapersCardProps {
  readonly owner: 'driver' | 'vehicle';
}

/** The papers that were last printed for a driver or a vehicle. */
export function PapersCard({ owner }: PapersCardProps) {
  const t = useNamespace('printing');
  const { printing: title } = useNamespace('admin');
  const format = useFormat();
  return (
    <RecordCard title={title}>
      <RecordRows name="papers" read={(id, signal) => listCardsOf(owner, id, signal)}>
        {(card) => (
          <>
            <Link
              href={sectionAddress('printing', { record: card.id })}
              className="inline-flex min-h-11 min-w-0 flex-1 items-center font-semibold underline-offset-4 hover:underline"
            >
              {t.kinds[card.kind]}
            </Link>
            <span className="tabular-nums">{folioOf(card)}</span>
            <span className="text-ink-soft tabular-nums">{format.time(card.printed_at)}</span>
          </>
        )}
      </RecordRows>
    </RecordCard>
  );
}
