import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { Sticker } from '../../data/cards/printedCards.ts';
import { verifyUrl } from '../../data/publicAddress.ts';
import { useNamespaceIn } from '../../i18n/namespaces.ts';
import { PaperCode } from './PaperCode.tsx';

/** A sticker: the code that shows who drives, the plate and the company. */
export function StickerCard({ card }: { readonly card: Sticker }) {
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
