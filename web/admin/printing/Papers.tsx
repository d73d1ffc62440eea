import type { ReactNode } from 'react';
import { languages } from '../../../shared/languages.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { PrintedCard, Headrest, PrintedReceipt, Sticker } from '../../data/cards/printedCards.ts';
import { CredentialBack, CredentialCard } from './CredentialCard.tsx';
import { chatUrl, whatsappDigits } from '../../content/links.ts';
import { guideUrl, helpUrl, rateUrl, verifyUrl, receiptUrl } from '../../data/publicAddress.ts';
import type { cards } from '../../i18n/es/cards.ts';
import type { Language } from '../../i18n/languages.ts';
import { useNamespaceIn } from '../../i18n/namespaces.ts';
import { ReceiptFacts } from '../../components/ReceiptFacts.tsx';
import { QrCode } from '../../ui/QrCode.tsx';

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

/** The sheet of a card, or both of a credential; none of a sticker, which shares one. */
function Sheet({ card, size }: { readonly card: PrintedCard; readonly size: PaperSize }) {
  if (card.kind === 'sticker') return null;
  if (card.kind !== 'credential')
    return (
      <Paper name={`${size}-portrait`}>
        {card.kind === 'headrest' ? <HeadrestCard card={card} /> : <ReceiptCard card={card} />}
      </Paper>
    );
  return [CredentialCard, CredentialBack].map((Side, index) => (
    <Paper key={index} name={`${size}-landscape`}>
      <Side card={card} />
    </Paper>
  ));
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

type CodeName = keyof (typeof cards)['codes'];

/** The codes of a headrest card; without a WhatsApp number the last one is left out. */
function useCodes({ details: { code, company } }: Headrest): readonly (readonly [CodeName, string])[] {
  const { message } = useNamespaceIn('cards', 'es');
  const digits = whatsappDigits(company);
  return [
    ['verify', verifyUrl(code)],
    ['rate', rateUrl(code)],
    ['guide', guideUrl()],
    ['help', helpUrl(code)],
    ...(digits === '' ? [] : [['whatsapp', chatUrl(digits, message)] as const]),
  ];
}

/** A card for the back of the headrest: codes for passengers, each in five languages. It needs no tablet. */
function HeadrestCard({ card }: { readonly card: Headrest }) {
  const t = useNamespaceIn('cards', 'es');
  const codes = useCodes(card);
  return (
    <article className="paper-card headrest">
      <header className="flex items-baseline justify-between gap-6">
        <span className="paper-name" style={{ fontSize: '7mm' }}>
          {card.details.company.name}
        </span>
        <span lang="es" className="shrink-0">
          {t.welcome}
        </span>
      </header>
      {codes.map(([name, address]) => (
        <div key={name} className="headrest-row">
          <PaperCode value={address} title={t.codes[name]} />
          <div>
            {languages.map((language) => (
              <CodeLabel key={language} name={name} language={language} />
            ))}
          </div>
        </div>
      ))}
    </article>
  );
}

/** Says what a code opens, in one language; Spanish first and larger. */
function CodeLabel({ name, language }: { readonly name: CodeName; readonly language: Language }) {
  const { codes } = useNamespaceIn('cards', language);
  return (
    <p lang={language} className={language === 'es' ? 'paper-name' : undefined} style={{ fontSize: '4.6mm' }}>
      {codes[name]}
    </p>
  );
}

/** A receipt on paper, with the code of its page on the passenger's phone. */
function ReceiptCard({ card }: { readonly card: PrintedReceipt }) {
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

/** A sticker: the code that shows who drives, the plate and the company. */
function StickerCard({ card }: { readonly card: Sticker }) {
  const spanish = useNamespaceIn('cards', 'es');
  const english = useNamespaceIn('cards', 'en');
  const { company, code } = card.details;
  return (
    <article className="paper-card sticker">
      <PaperCode value={verifyUrl(code)} title={spanish.codes.verify} />
      <div className="sticker-facts">
        <p className="paper-name line-clamp-3">{company.name}</p>
        {card.license_plate && (
          <p className="paper-name tabular-nums" style={{ fontSize: '7mm' }}>
            {plateInPairs(card.license_plate)}
          </p>
        )}
        <p className="paper-label">
          <span lang="es">{spanish.codes.verify}</span> · <span lang="en">{english.codes.verify}</span>
        </p>
      </div>
    </article>
  );
}

interface PaperCodeProps {
  readonly value: string;
  /** Says what scanning it opens, in Spanish. */
  readonly title: string;
}

/** A code on paper: black on white, with its quiet zone. */
function PaperCode({ value, title }: PaperCodeProps) {
  const { qr } = useNamespaceIn('cards', 'es');
  return <QrCode value={value} title={qr(title)} className="paper-code" />;
}
