import type { ReactNode } from 'react';
import type { PrintedCard } from '../../data/cards/printedCards.ts';
import { CredentialBack, CredentialCard } from './CredentialCard.tsx';
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

/** The sheets of cards: front and back of each credential, one for a headrest card or receipt, eight stickers on each. */
export function Papers({ cards, size }: PapersProps) {
  const stickers = cards.filter((card) => card.kind === 'sticker');
  const sheets = Array.from({ length: Math.ceil(stickers.length / stickersOnSheet) }, (_, index) =>
    stickers.slice(index * stickersOnSheet, (index + 1) * stickersOnSheet),
  );
  return (
    <>
      {cards.map((card) => (
        <Sheet key={card.id} card={card} size={size} />
      ))}
      {sheets.map((sheet) => (
        <Paper key={sheet[0]?.id} name={`${size}-portrait`}>
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

/** The sheet of a card; none of a sticker, which shares one. */
function Sheet({ card, size }: { readonly card: PrintedCard; readonly size: PaperSize }) {
  switch (card.kind) {
    case 'credential':
      return (
        <>
          <Paper name={`${size}-landscape`}>
            <CredentialCard card={card} />
          </Paper>
          <Paper name={`${size}-landscape`}>
            <CredentialBack card={card} />
          </Paper>
        </>
      );
    case 'headrest':
      return (
        <Paper name={`${size}-portrait`}>
          <HeadrestCard card={card} />
        </Paper>
      );
    case 'receipt':
      return (
        <Paper name={`${size}-portrait`}>
          <ReceiptCard card={card} />
        </Paper>
      );
    default:
      return null;
  }
}

interface PaperProps {
  /** The page in `printing.css`. */
  readonly name: `${PaperSize}-${'portrait' | 'landscape'}`;
  readonly children: ReactNode;
}

function Paper({ name, children }: PaperProps) {
  return (
    <section className="paper" data-paper={name}>
      {children}
    </section>
  );
}
