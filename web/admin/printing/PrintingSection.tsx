import { Plus, Printer } from 'lucide-react';
import { cardKinds } from '../../../shared/cards.ts';
import { listCardsPage } from '../../data/cards/printedCards.ts';
import { optionsOf } from '../../forms/options.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { readListFilter } from '../parts/list/filter.ts';
import { FilterSelect } from '../parts/list/FilterSelect.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { CardPage } from './CardPage.tsx';
import { useCardColumns, loadCardColumns } from './columns.tsx';
import { ReceiptDialog } from './ReceiptDialog.tsx';

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
  const columns = useCardColumns();
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        words={t}
        icon={Printer}
        primary={{
          label: t.receipt.add,
          icon: <Plus size={22} />,
          onPress: () => location.open({ act: 'new' }),
        }}
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
        page={<CardPage location={location} onDone={onDone} />}
      />
      {location.act === 'new' && (
        <ReceiptDialog
          onWritten={([card]) => location.open({ record: card?.id ?? '', act: '' })}
          onClose={location.close}
        />
      )}
    </>
  );
}
