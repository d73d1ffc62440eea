import { Printer } from 'lucide-react';
import { cardKinds } from '../../../shared/cards.ts';
import { listCardsPage } from '../../data/cards/printedCards.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { choiceFilter } from '../parts/list/filter.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import type { SectionProps } from '../parts/section.ts';
import { CardPage } from './CardPage.tsx';
import { useCardColumns } from './columns.tsx';
import { ReceiptDialog } from './ReceiptDialog.tsx';

/** The register of what the company has printed, and its receipts. */
export default function PrintingSection(props: SectionProps) {
  const { location } = props;
  const t = useNamespace('printing');
  const { frame } = useList(props, {
    name: 'printing',
    words: t,
    icon: Printer,
    filters: { kind: choiceFilter(t.card, t.all, cardKinds, t.kinds) },
    sorts: sortedColumns.printed_cards,
    load: listCardsPage,
  });
  return (
    <ListFrame
      {...frame}
      primary={{
        ...useNamedActs('printing').new,
        dialog: <ReceiptDialog onWritten={([card]) => location.open({ record: card?.id ?? '', act: '' })} />,
      }}
      list={{ columns: useCardColumns() }}
      page={<CardPage />}
    />
  );
}
