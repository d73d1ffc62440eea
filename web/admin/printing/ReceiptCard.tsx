import { ReceiptFacts } from '../../components/ReceiptFacts.tsx';
import type { PrintedReceipt } from '../../data/cards/printedCards.ts';
import { receiptUrl } from '../../data/publicAddress.ts';
import { useNamespaceIn } from '../../i18n/namespaces.ts';
import { PaperCode } from './PaperCode.tsx';

/** A receipt on paper, with the code of its page on the passenger's phone. */
export function ReceiptCard({ card }: { readonly card: PrintedReceipt }) {
  const { receipt: t } = useNamespaceIn('cards', 'es');
  return (
    <article lang="es" className="paper-card receipt-paper">
      <ReceiptFacts receipt={card} language="es" />
      <div className="mt-4 flex items-center gap-4">
        <PaperCode value={receiptUrl(card.secret ?? '')} title={t.scan} />
        <p>{t.scan}</p>
      </div>
    </article>
  );
}
