import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { displayPhone } from '../../../shared/chile/phone-reading.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import type { Trip } from '../../data/trips/trips.ts';
import { formatIn } from '../parts/useFormat.ts';
import '../parts/printRoot.css';
import { flightWords, joined, loadOf, wayOf, type TripWriter } from './tripWords.ts';
import './tripSheets.css';

/** The printed papers: the whole day, or a sheet for each driver. */
export interface Sheets {
  readonly kind: 'day' | 'drivers';
  readonly day: string;
  /** By hour. */
  readonly trips: readonly Trip[];
  readonly writer: TripWriter;
}

/** The sheets on paper; screens do not show them. @param onEnd when the browser has laid them out */
export function TripSheets({ onEnd, ...sheets }: Sheets & { readonly onEnd: () => void }) {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const printed = () => end();
    window.addEventListener('afterprint', printed);
    return () => window.removeEventListener('afterprint', printed);
  }, []);
  return createPortal(
    <div className="print-root trip-sheets" lang="es">
      {sheets.kind === 'day' ? <DaySheet {...sheets} /> : <DriverSheets {...sheets} />}
    </div>,
    document.body,
  );
}

function Row({ cells }: { readonly cells: readonly (readonly [first: ReactNode, second: ReactNode])[] }) {
  return (
    <tr>
      {cells.map(([first, second], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the cells of a printed row never move
        <td key={index}>
          <span>{first}</span>
          <br />
          <span>{second}</span>
        </td>
      ))}
    </tr>
  );
}

interface TableProps {
  readonly title: string;
  readonly headings: readonly string[];
  readonly children: ReactNode;
}

function Table({ title, headings, children }: TableProps) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

const payment = (
  { payment: how, pesos }: Trip,
  { t: { texts: t } }: TripWriter,
): readonly [ReactNode, ReactNode] => [how && t.payments[how], pesos !== null && formatPesos(pesos)];
const way = (trip: Trip, writer: TripWriter): readonly [ReactNode, ReactNode] => [
  wayOf(trip, writer),
  joined([flightWords(trip, writer), trip.note]),
];

const load = (trip: Trip, writer: TripWriter) =>
  joined([loadOf(trip, writer), trip.sign_text && writer.t.texts.sign(trip.sign_text)]);

/** All trips of the day, for the night when the network may fail: with the passengers' numbers, because it stays in the office. */
function DaySheet({ day, trips, writer }: Sheets) {
  const { texts: t } = writer.t;
  const headings = [t.sheet.time, t.sheet.way, t.sheet.passenger, t.sheet.assigned, t.sheet.payment];
  return (
    <Table title={`${t.sheet.day} · ${formatIn('es').plainLongWeekday(day)}`} headings={headings}>
      {trips.map((trip) => (
        <Row
          key={trip.id}
          cells={[
            [trip.clock, trip.code],
            way(trip, writer),
            [joined([trip.name, trip.phone && displayPhone(trip.phone)]), load(trip, writer)],
            [
              trip.driver_name ?? trip.external_name,
              trip.license_plate ? plateInPairs(trip.license_plate) : trip.external_plate,
            ],
            payment(trip, writer),
          ]}
        />
      ))}
    </Table>
  );
}

/**
 * A *hoja de ruta* for each driver: who travels from where to where, that it was booked before, and the voucher, as an
 * inspection asks for them.
 */
function DriverSheets({ day, trips, writer }: Sheets) {
  const { texts: t } = writer.t;
  const { company } = useContent();
  const { plainLongWeekday, time } = formatIn('es');
  const drivers = Map.groupBy(
    trips.filter(({ driver_id: driver }) => driver !== null),
    ({ driver_id: driver }) => driver,
  );
  const headings = [t.sheet.time, t.sheet.way, t.sheet.passenger, t.sheet.booked, t.sheet.payment];
  return [...drivers].map(([driver, own]) => (
    <section key={driver}>
      <Table
        title={joined([
          `${company.name}: ${t.sheet.driver}`,
          plainLongWeekday(day),
          own[0]?.driver_name,
          [...new Set(own.flatMap(({ license_plate: plate }) => plate ?? []))]
            .map((plate) => t.sheet.plate(plateInPairs(plate)))
            .join(', '),
        ])}
        headings={headings}
      >
        {own.map((trip) => (
          <Row
            key={trip.id}
            cells={[
              [trip.clock, trip.code],
              way(trip, writer),
              [trip.name, load(trip, writer)],
              [time(trip.created_at), joined([trip.agency, trip.voucher])],
              payment(trip, writer),
            ]}
          />
        ))}
      </Table>
      <p className="signature">{t.sheet.signature}</p>
    </section>
  ));
}
