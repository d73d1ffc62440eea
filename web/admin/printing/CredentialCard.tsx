import type { CardCompany } from '../../../shared/cards.ts';
import { displayPhone } from '../../../shared/chile/phone-reading.ts';
import { phoneOf } from '../../../shared/chile/phone.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { photoUrl } from '../../data/drivers/photoUrl.ts';
import type { Credential } from '../../data/cards/printedCards.ts';
import { useNamespaceIn } from '../../i18n/namespaces.ts';
import { formatIn } from '../parts/useFormat.ts';

/** The folio as it stands on paper: six digits. */
export const paperFolio = (folio: number): string => String(folio).padStart(6, '0');

/** The lines by which the company is reached; a fact that it does not give is left out. */
function reachedBy({ address, phone, whatsappNumber }: CardCompany): string {
  const number = phone || whatsappNumber;
  const e164 = phoneOf(number);
  return [address, e164 ? displayPhone(e164) : number].filter(Boolean).join(' · ');
}

/**
 * The front of the credential of Resolución Exenta 542 of 2007: 21 × 14 cm, a photo of at least 5 × 5 cm, room for the
 * signature of the person who answers for it. Always in Spanish.
 */
export function CredentialCard({ card }: { readonly card: Credential }) {
  const { credential: t, folio } = useNamespaceIn('cards', 'es');
  const { company, licence } = card.details;
  const photo = photoUrl(card.photo_url);
  return (
    <article lang="es" className="paper-card credential">
      <header className="credential-head">
        <span className="paper-name" style={{ fontSize: '8mm' }}>
          {company.name}
        </span>
        <span className="shrink-0">{t.title}</span>
      </header>
      {photo === null ? (
        <div className="credential-photo credential-empty">{t.photo}</div>
      ) : (
        <img src={photo} alt={t.photo} className="credential-photo" />
      )}
      <div className="credential-facts">
        <p className="paper-name" style={{ fontSize: '11mm' }}>
          {card.driver_name}
        </p>
        <Fact label={t.licence} value={licence} />
        <Fact label={t.plate} value={card.license_plate ? plateInPairs(card.license_plate) : ''} />
      </div>
      <footer className="credential-foot">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p>{[company.legalName, company.rut].filter(Boolean).join(' · ')}</p>
          <p>{reachedBy(company)}</p>
          <p className="tabular-nums">
            {folio(paperFolio(card.folio))} · {t.issued(formatIn('es').longDay(card.printed_at))}
          </p>
        </div>
        <p className="credential-signature">{t.signature}</p>
      </footer>
    </article>
  );
}

/** The back of a credential, which says where a lost one is returned. */
export function CredentialBack({ card }: { readonly card: Credential }) {
  const { credential: t } = useNamespaceIn('cards', 'es');
  const { company } = card.details;
  const owner = [company.legalName || company.name, reachedBy(company)].filter(Boolean).join(' · ');
  return (
    <article lang="es" className="paper-card credential-back">
      <p>{t.lost(owner)}</p>
    </article>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <p>
      <span className="paper-label block">{label}</span>
      <span className="paper-name tabular-nums" style={{ fontSize: '13mm' }}>
        {value}
      </span>
    </p>
  );
}
