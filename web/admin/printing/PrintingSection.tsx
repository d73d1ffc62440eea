import { Plus, Printer } from 'lucide-react';
import { useState } from 'react';
import { cardKinds } from '../../../shared/cards.ts';
import { listCardsPage, type PrintedCard, type PrintedReceipt } from '../../data/cards/printedCards.ts';
import { optionsOf } from '../../forms/options.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { readListFilter } from '../parts/list/filter.ts';
import { FilterSelect } from '../parts/list/FilterSelect.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { useCardColumns, loadCardColumns } from './columns.tsx';
import { PrintPreview } from './PrintPreview.tsx';
import { ReceiptDialog } from './ReceiptDialog.tsx';
import { VoidDialog } from './VoidDialog.tsx';

/** The register of what the company has printed, and its receipts. */
export default function PrintingSection({ location, onDone }: SectionProps) {
  const t = useNamespace('printing');
  const { printing: name } = useNamespace('admin');
  const filter = readListFilter(location, { kind: cardKinds });
  const listing = useListing({
    name: 'printing',
    filter: filter.values,
    page: location.page,
    load: listCardsPage,
  });
  const [writing, setWriting] = useState(false);
  const [shown, setShown] = useState<readonly PrintedCard[] | null>(null);
  const [voiding, setVoiding] = useState<PrintedReceipt | null>(null);
  const columns = useCardColumns({ onOpen: (card) => setShown([card]), onVoid: setVoiding });
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        words={t}
        icon={Printer}
        primary={{ label: t.receipt.add, icon: <Plus size={22} />, onPress: () => setWriting(true) }}
        filter={filter}
        filters={
          <FilterSelect
            filter={filter}
            name="kind"
            label={t.card}
            all={t.all}
            options={optionsOf(cardKinds, t.kinds)}
            className="w-full md:w-72"
          />
        }
        exporting={{ file: { name, loadColumns: loadCardColumns }, onDone }}
        list={{ columns }}
      />
      {writing && (
        <ReceiptDialog
          onWritten={(cards) => {
            setWriting(false);
            setShown(cards);
          }}
          onClose={() => setWriting(false)}
        />
      )}
      {voiding && (
        <VoidDialog
          receipt={voiding}
          onVoided={(message) => {
            setVoiding(null);
            onDone(message);
          }}
          onClose={() => setVoiding(null)}
        />
      )}
      {shown && <PrintPreview cards={shown} onClose={() => setShown(null)} />}
    </>
  );
}
