import { Printer } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { createPortal } from 'react-dom';
import { chatUrl } from '../../content/links.ts';
import type { PrintedCard } from '../../data/cards/printedCards.ts';
import { receiptUrl } from '../../data/publicAddress.ts';
import { RadioField } from '../../forms/RadioField.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { isOneOf, storedValue } from '../../util/storedValue.ts';
import { useStoredValue } from '../../util/useSignal.ts';
import { ChatLink } from '../parts/ChatLink.tsx';
import { Papers, type PaperSize } from './Papers.tsx';
import { Loading } from '../parts/Loading.tsx';
import '../parts/printRoot.css';
import './printing.css';

const chosenSize = storedValue('paper', isOneOf<PaperSize>('letter', 'a4'), { format: 'text' });

export interface PrintPreviewProps {
  readonly cards: readonly PrintedCard[];
  readonly onClose: () => void;
}

/** The sheets before they are printed. They have their folios already: printing them again gives no new ones. */
export function PrintPreview({ cards, onClose }: PrintPreviewProps) {
  const t = useNamespace('printing');
  const { common } = useMessages();
  return (
    <Dialog open width="wide" title={t.preview} closeLabel={common.close} onClose={onClose}>
      <Suspense fallback={<Loading />}>
        <PrintSheets cards={cards} />
      </Suspense>
    </Dialog>
  );
}

/** Prints cards on the chosen paper, shown small before; sends receipts by WhatsApp. */
export function PrintSheets({ cards }: Pick<PrintPreviewProps, 'cards'>) {
  const t = useNamespace('printing');
  // Offices in Chile print on letter.
  const size = useStoredValue(chosenSize) ?? 'letter';
  const root = useRef<HTMLDivElement>(null);
  const papers = <Papers cards={cards} size={size} />;
  const print = async () => {
    // A photo that has not been decoded yet would be missing on paper. One that is gone is missing anyway.
    const photos = Array.from(root.current?.querySelectorAll('img') ?? [], (image) => image.decode());
    await Promise.allSettled(photos);
    window.print();
  };
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <RadioField
          label={t.paper}
          value={size}
          options={[
            { value: 'letter', label: t.letter },
            { value: 'a4', label: 'A4' },
          ]}
          onChange={chosenSize.write}
        />
        <Button size="compact" icon={<Printer size={20} />} onClick={() => void print()}>
          {t.print}
        </Button>
      </div>
      <p className="mt-1 text-small text-ink-soft">{t.scale}</p>
      {cards.map((card) => card.secret !== null && <ReceiptLink key={card.id} secret={card.secret} />)}
      <div className="print-preview mt-4 flex flex-wrap gap-4">{papers}</div>
      {createPortal(
        <div ref={root} className="print-root">
          {papers}
        </div>,
        document.body,
      )}
    </>
  );
}

/** Sends a receipt to the passenger: WhatsApp asks to whom. */
function ReceiptLink({ secret }: { readonly secret: string }) {
  const { receipt: t } = useNamespace('printing');
  return (
    <p className="mt-3">
      <ChatLink isCompact href={chatUrl('', t.share(receiptUrl(secret)))}>
        {t.whatsapp}
      </ChatLink>
    </p>
  );
}
