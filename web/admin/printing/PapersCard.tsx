import { listCardsOf } from '../../data/cards/printedCards.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { RecordCard, RecordRows } from '../parts/record/RecordPage.tsx';
import { useFormat } from '../parts/useFormat.ts';

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
        {({ kind, folio, printed_at: at }) => (
          <>
            <span className="min-w-0 flex-1 font-semibold">{t.kinds[kind]}</span>
            <span className="tabular-nums">{t.folio(format.count(folio))}</span>
            <span className="text-ink-soft tabular-nums">{format.companyTime(at)}</span>
          </>
        )}
      </RecordRows>
    </RecordCard>
  );
}
