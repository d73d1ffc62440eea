import {
  readCard,
  type PrintedCard,
  maxVoidReasonCharacters,
  voidReceipt,
  type PrintedReceipt,
} from '../../data/cards/printedCards.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { PageActs, type RecordAct } from '../parts/record/acts.tsx';
import { RecordPage } from '../parts/record/RecordPage.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { detailOf, folioOf, subjectOf, VoidBadge } from './columns.tsx';
import { PrintSheets } from './PrintPreview.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';

type CardPageProps = Pick<SectionProps, 'onDone'>;

/** A printed card or a receipt: its facts, and the sheet to send or print again. */
export function CardPage(props: CardPageProps) {
  const t = useNamespace('printing');
  return (
    <RecordPage
      name="printing"
      read={readCard}
      titleOf={(card) => `${t.kinds[card.kind]} ${folioOf(card)}`}
      renderAside={(card) => <VoidBadge card={card} />}
    >
      {(card) => <Content card={card} {...props} />}
    </RecordPage>
  );
}

function Content({ card, onDone }: CardPageProps & { readonly card: PrintedCard }) {
  const t = useNamespace('printing');
  const { moreActions } = useNamespace('admin');
  const { time } = useFormat();
  const receipt = card.kind === 'receipt' && card.voided_at === null ? card : null;
  const voiding: RecordAct<PrintedReceipt> = {
    ...useNamedActs('printing').void,
    isDangerous: true,
    renderDialog: ([row], close) => <VoidDialog receipt={row} onDone={onDone} onClose={close} />,
  };
  const facts = [
    [t.driver, subjectOf(card)],
    [t.detail, detailOf(card)],
    [t.when, time(card.printed_at)],
  ] as const;
  return (
    <>
      {receipt && (
        <PageActs
          row={receipt}
          acts={[voiding]}
          moreLabel={moreActions(t.kinds[card.kind])}
          onDone={onDone}
        />
      )}
      <RecordFacts facts={facts} />
      <div>
        <PrintSheets cards={[card]} />
      </div>
    </>
  );
}

interface VoidDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly receipt: PrintedReceipt;
  readonly onClose: () => void;
}

/** Voids a receipt with a reason: row and folio stay, and its page says that it does not count. */
function VoidDialog({ receipt, onDone, onClose }: VoidDialogProps) {
  const { voiding: t } = useNamespace('printing');
  return (
    <ReasonDialog
      title={t.title}
      action={t.confirm}
      label={t.reason}
      draft={`void:${receipt.id}`}
      maxCharacters={maxVoidReasonCharacters}
      save={(reason) => voidReceipt(receipt.id, reason)}
      onSaved={() => {
        onClose();
        onDone(t.done);
      }}
      onClose={onClose}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">
        {folioOf(receipt)} · {detailOf(receipt)}
      </p>
      <p>{t.text}</p>
    </ReasonDialog>
  );
}
