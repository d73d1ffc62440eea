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
import { useFinish } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { detailOf, folioOf, subjectOf, VoidBadge } from './columns.tsx';
import { PrintSheets } from './PrintPreview.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';

/** A printed card or a receipt: its facts, and the sheet to send or print again. */
export function CardPage() {
  const t = useNamespace('printing');
  return (
    <RecordPage
      name="printing"
      read={readCard}
      titleOf={(card) => `${t.kinds[card.kind]} ${folioOf(card)}`}
      renderAside={(card) => <VoidBadge card={card} />}
    >
      {(card) => <Content card={card} />}
    </RecordPage>
  );
}

function Content({ card }: { readonly card: PrintedCard }) {
  const t = useNamespace('printing');
  const { moreActions } = useNamespace('admin');
  const { time } = useFormat();
  const receipt = card.kind === 'receipt' && card.voided_at === null ? card : null;
  const voiding: RecordAct<PrintedReceipt> = {
    ...useNamedActs('printing').void,
    isDangerous: true,
    renderDialog: ([row]) => <VoidDialog receipt={row} />,
  };
  const facts = [
    [t.driver, subjectOf(card)],
    [t.detail, detailOf(card)],
    [t.when, time(card.printed_at)],
  ] as const;
  return (
    <>
      {receipt && <PageActs row={receipt} acts={[voiding]} moreLabel={moreActions(t.kinds[card.kind])} />}
      <RecordFacts facts={facts} />
      <div>
        <PrintSheets cards={[card]} />
      </div>
    </>
  );
}

/** Voids a receipt with a reason: row and folio stay, and its page says that it does not count. */
function VoidDialog({ receipt }: { readonly receipt: PrintedReceipt }) {
  const finish = useFinish();
  const { voiding: t } = useNamespace('printing');
  return (
    <ReasonDialog
      title={t.title}
      action={t.confirm}
      label={t.reason}
      draft={`void:${receipt.id}`}
      maxCharacters={maxVoidReasonCharacters}
      save={(reason) => voidReceipt(receipt.id, reason)}
      onSaved={() => finish(t.done)}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">
        {folioOf(receipt)} · {detailOf(receipt)}
      </p>
      <p>{t.text}</p>
    </ReasonDialog>
  );
}
