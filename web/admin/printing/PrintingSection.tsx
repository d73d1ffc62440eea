import { Plus, Printer } from 'lucide-react';
import { useState } from 'react';
import { cardKinds } from '../../../shared/cards.ts';
import {
  listCardsPage,
  type CardFilter,
  type PrintedCard,
  type PrintedReceipt,
} from '../../data/cards/printedCards.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { NothingListed } from '../parts/list/NothingListed.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { loadCardColumns } from './cardFile.ts';
import { useCardColumns } from './columns.tsx';
import { PrintPreview } from './PrintPreview.tsx';
import { ReceiptDialog } from './ReceiptDialog.tsx';
import { VoidDialog } from './VoidDialog.tsx';

const icon = <Printer size={44} />;

/** The register of what the company has printed, and its receipts. */
export default function PrintingSection({ location, onDone }: SectionProps) {
  const t = useNamespace('printing');
  const { printing: name } = useNamespace('admin');
  const { search, page } = location;
  const kind = cardKinds.find((each) => each === location.filter('kind')) ?? '';
  const filter: CardFilter = { search, kind };
  const listing = useListing({ name: 'printing', filter, page, load: listCardsPage });
  const [writing, setWriting] = useState(false);
  const [shown, setShown] = useState<readonly PrintedCard[] | null>(null);
  const [voiding, setVoiding] = useState<PrintedReceipt | null>(null);
  const columns = useCardColumns({ onOpen: (card) => setShown([card]), onVoid: setVoiding });
  const clear = () => location.setFilters({ kind: '' });
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        searchLabel={t.search}
        primary={{
          label: t.receipt.add,
          icon: <Plus size={22} />,
          onPress: () => setWriting(true),
        }}
        filters={<KindFilter kind={kind} onChange={(next) => location.setFilters({ kind: next })} />}
        narrowed={kind !== ''}
        exporting={{ file: { name, loadColumns: loadCardColumns }, onDone }}
        empty={<NothingListed icon={icon} words={t} narrowed={kind !== ''} onClear={clear} />}
        list={{ caption: t.caption, columns }}
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

interface KindFilterProps {
  readonly kind: CardFilter['kind'];
  readonly onChange: (kind: string) => void;
}

function KindFilter({ kind, onChange }: KindFilterProps) {
  const t = useNamespace('printing');
  const kinds = cardKinds.map((value) => ({ value, label: t.kinds[value] }));
  return (
    <SelectField
      hideLabel
      label={t.card}
      value={kind}
      options={[{ value: '', label: t.all }, ...kinds]}
      onChange={onChange}
      className="w-full md:w-72"
    />
  );
}
