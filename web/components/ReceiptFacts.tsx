import { plateInPairs } from '../../shared/chile/plate.ts';
import { companyZone } from '../../shared/chile/zone.ts';
import { formatPesos } from '../../shared/content/pesos.ts';
import type { Receipt } from '../data/cards/receipts.ts';
import type { Language } from '../i18n/languages.ts';
import { localeOf } from '../i18n/languages.ts';
import { useNamespaceIn } from '../i18n/namespaces.ts';

export interface ReceiptFactsProps {
  readonly receipt: Receipt;
  readonly language: Language;
}

/** The company, folio, trip, amount, driver and vehicle of a receipt. */
export function ReceiptFacts({ receipt, language }: ReceiptFactsProps) {
  const t = useNamespaceIn('cards', language);
  const { details: trip } = receipt;
  const { company } = trip;
  const time = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: companyZone(),
  });
  const facts = [
    [t.receipt.date, time.format(new Date(trip.takenAt))],
    [t.receipt.from, trip.origin],
    [t.receipt.to, trip.destination],
    [t.receipt.driver, receipt.driver_name],
    [t.receipt.plate, receipt.license_plate && plateInPairs(receipt.license_plate)],
  ] as const;
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: companyZone() });
  return (
    <>
      {receipt.voided_at !== null && (
        <p className="mb-4 border-2 border-current p-3 text-lead font-semibold">
          {t.receipt.voided(day.format(new Date(receipt.voided_at)))}
        </p>
      )}
      <p className="font-semibold [overflow-wrap:anywhere]">{company.name}</p>
      <p className="text-small [overflow-wrap:anywhere]">
        {[company.legalName, company.rut, company.address].filter(Boolean).join(' · ')}
      </p>
      <h1 className="headline mt-4 text-title">{t.receipt.title}</h1>
      <p className="text-lead tabular-nums">{t.folio(String(receipt.folio))}</p>
      <dl className="mt-3">
        {facts.map(([label, value]) =>
          value ? (
            <div
              key={label}
              className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 border-b border-line py-1.5"
            >
              <dt className="text-small">{label}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ) : null,
        )}
        <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] items-baseline gap-x-3 py-2">
          <dt className="text-small">{t.receipt.amount}</dt>
          <dd className="headline text-title tabular-nums">{formatPesos(trip.pesos)}</dd>
        </div>
      </dl>
      {!trip.fiscal && <p className="font-semibold">{t.receipt.notFiscal}</p>}
    </>
  );
}
