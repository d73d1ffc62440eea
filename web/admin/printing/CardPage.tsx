import { Ban } from 'lucide-react';
import { readCard, type PrintedCard } from '../../data/cards/printedCards.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ActButtons, type Act } from '../parts/record/acts.tsx';
import { RecordPage } from '../parts/record/RecordPage.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { detailOf, folioOf, subjectOf, VoidBadge } from './columns.tsx';
import { PrintSheets } from './PrintPreview.tsx';
import { VoidDialog } from './VoidDialog.tsx';

type CardPageProps = Pick<SectionProps, 'location' | 'onDone'>;

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

function Content({ card, location, onDone }: CardPageProps & { readonly card: PrintedCard }) {
  const t = useNamespace('printing');
  const { moreActions } = useNamespace('admin');
  const { time } = useFormat();
  const { act, close } = location;
  const receipt = card.kind === 'receipt' && card.voided_at === null ? card : null;
  const voiding: Act = { id: 'void', title: t.voiding.confirm, icon: Ban, isDangerous: true };
  const facts = [
    [t.driver, subjectOf(card)],
    [t.detail, detailOf(card)],
    [t.when, time(card.printed_at)],
  ] as const;
  return (
    <>
      <ActButtons acts={receipt ? [voiding] : []} moreLabel={moreActions(t.kinds[card.kind])} />
      <RecordFacts facts={facts} />
      <div>
        <PrintSheets cards={[card]} />
      </div>
      {receipt && act === 'void' && (
        <VoidDialog
          receipt={receipt}
          onVoided={(message) => {
            close();
            onDone(message);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
