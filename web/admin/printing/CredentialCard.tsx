import { plateInPairs } from '../../../shared/chile/plate.ts';
import { photoUrl } from '../../data/photoUrl.ts';
import type { Credential } from '../../data/fleet/printedCards.ts';
import { localeOf } from '../../i18n/languages.ts';
import { useNamespaceIn } from '../../i18n/namespaces.ts';

/** The folio as it stands on paper: six digits. */
export const paperFolio = (folio: number): string => String(folio).padStart(6, '0');

/** The credential of Resolución Exenta 542 of 2007: 21 × 14 cm, with a photo of at least 5 × 5 cm. Always in Spanish. */
export function CredentialCard({ card }: { readonly card: Credential }) {
  const { credential: t, folio } = useNamespaceIn('cards', 'es');
  const { company, licence } = card.details;
  const day = new Intl.DateTimeFormat(localeOf('es'), { dateStyle: 'long', timeZone: 'America/Santiago' });
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
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {[company.legalName, company.rut].filter(Boolean).join(' · ')}
        </span>
        <span className="shrink-0 tabular-nums">
          {folio(paperFolio(card.folio))} · {t.issued(day.format(new Date(card.printed_at)))}
        </span>
      </footer>
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
