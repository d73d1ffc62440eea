import type { ReactNode } from 'react';
import type { PrintedCard } from '../../data/fleet/printedCards.ts';
import { CredentialCard } from './CredentialCard.tsx';
import { HeadrestCard } from './HeadrestCard.tsx';
import { ReceiptCard } from './ReceiptCard.tsx';
import { StickerCard } from './StickerCard.tsx';

export type PaperSize = 'letter' | 'a4';

/** Stickers on one sheet: two beside each other, four below. */
const stickersOnSheet = 8;

export interface PapersProps {
  readonly cards: readonly PrintedCard[];
  readonly size: PaperSize;
}

/** The sheets of cards: one for each credential, headrest card and receipt, and eight stickers on each. */
export function Papers({ cards, size }: PapersProps) {
  const stickers = cards.filter((card) => card.kind === 'sticker');
  const sheets = Array.from({ length: Math.ceil(stickers.length / stickersOnSheet) }, (_, index) =>
    stickers.slice(index * stickersOnSheet, (index + 1) * stickersOnSheet),
  );
  return (
    <>
      {cards.map((card) =>
        card.kind === 'sticker' ? null : (
          <Paper key={card.id} kind={`${size}-${card.kind === 'credential' ? 'landscape' : 'portrait'}`}>
            {contentOf(card)}
          </Paper>
        ),
      )}
      {sheets.map((sheet) => (
        <Paper key={sheet[0]?.id} kind={`${size}-portrait`}>
          <div className="stickers">
            {sheet.map((card) => (
              <StickerCard key={card.id} card={card} />
            ))}
          </div>
        </Paper>
      ))}
    </>
  );
}

function contentOf(card: PrintedCard): ReactNode {
  if (card.kind === 'credential') return <CredentialCard card={card} />;
  if (card.kind === 'receipt') return <ReceiptCard card={card} />;
  return <HeadrestCard card={card} />;
}

interface PaperProps {
  /** The name of the page in `printing.css`. */
  readonly kind: `${PaperSize}-${'portrait' | 'landscape'}`;
  readonly children: ReactNode;
}

function Paper({ kind, children }: PaperProps) {
  return (
    <section className="paper" data-paper={kind}>
      {children}
    </section>
  );
}
