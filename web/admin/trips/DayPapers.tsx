import { CalendarPlus, FileText, Printer } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { calendarOf, calendarType } from '../../../shared/booking/calendar.ts';
import { displayPhone } from '../../../shared/chile/phone-reading.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import { tripsOfDay, type Trip } from '../../data/trips/trips.ts';
import { useAction } from '../../forms/useAction.ts';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { downloadText } from '../../util/download.ts';
import type { PopoverTrigger } from '../parts/PopoverButton.tsx';
import '../parts/printRoot.css';
import { ActMenu, type Act } from '../parts/record/acts.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';
import { formatIn } from '../parts/useFormat.ts';
import './tripSheets.css';
import { useOnDone } from '../parts/section.ts';
import { joined, tripWriter, type TripWriter } from './tripWords.ts';

/** A trip as a calendar has it, without the passenger's number: calendars travel. */
function calendarTripOf(trip: Trip, writer: TripWriter) {
  const way = writer.way(trip);
  const { flight, driver_name: driver, license_plate: plate, note } = trip;
  return {
    uid: trip.id,
    date: trip.day ?? '',
    time: trip.clock ?? '',
    minutes: trip.minutes,
    title: `${trip.code} ${trip.name ?? ''}: ${way}`,
    place: trip.from_text ?? way.split(' → ')[0] ?? '',
    notes: joined([writer.load(trip), flight, driver, plate, note], '\n'),
  };
}

/** The trips that are counted and printed on a day: a night once, on the day of its pick-up. */
async function readDay(day: string): Promise<readonly Trip[]> {
  const trips = await tripsOfDay(day, AbortSignal.timeout(30_000));
  return trips.filter((trip) => trip.day === day && trip.state !== 'cancelled');
}

/** The menu that takes a day out of the panel: on paper, with a sheet for each driver, and as a calendar. @param day as `2026-11-28` */
export function DayPapers({ day }: { readonly day: string }) {
  const onDone = useOnDone();
  const t = useNamespace('trips').texts;
  const { routes } = useContent();
  const [sheets, setSheets] = useState<Sheets | null>(null);
  const load = async () => {
    const [trips, t] = await Promise.all([readDay(day), loadNamespace('trips', 'es')]);
    return { trips, writer: tripWriter(t, routes) };
  };
  const printing = useAction(async (kind: Sheets['kind']) => {
    const loaded = await load();
    flushSync(() => setSheets({ kind, day, ...loaded }));
    // The browser's dialog waits within this call, in most browsers.
    window.print();
  });
  const calendar = useAction(async () => {
    const { trips, writer } = await load();
    const fileName = `viajes-${day}.ics`;
    const events = trips.map((trip) => calendarTripOf(trip, writer));
    downloadText(calendarOf(events, new Date()), fileName, calendarType);
    onDone(t.calendarSaved(fileName));
  });
  const acts: readonly Act[] = [
    { id: 'day', title: t.printDay, icon: Printer, run: () => printing.run('day') },
    { id: 'drivers', title: t.printDrivers, icon: FileText, run: () => printing.run('drivers') },
    { id: 'calendar', title: t.calendar, icon: CalendarPlus, run: () => calendar.run() },
  ];
  const busy = printing.busy || calendar.busy;
  const renderButton = (trigger: PopoverTrigger) => (
    <SmallButton {...trigger} icon={Printer} busy={busy} className="max-md:flex-1">
      {t.dayPapers}
    </SmallButton>
  );
  return (
    <>
      <ActMenu label={t.dayPapers} record="" acts={acts} renderButton={renderButton} />
      {sheets && <TripSheets {...sheets} onEnd={() => setSheets(null)} />}
    </>
  );
}

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

interface TableProps extends Pick<Sheets, 'trips' | 'writer'> {
  readonly title: string;
  /** The column before the payment. */
  readonly fourth: string;
  /** The two lines of that column. */
  readonly fourthOf: (trip: Trip) => readonly ReactNode[];
  readonly passengerOf: (trip: Trip) => ReactNode;
}

/** A row of two lines for each trip. */
function Table({ title, trips, writer, fourth, fourthOf, passengerOf }: TableProps) {
  const { texts: t } = writer.t;
  const cellsOf = (trip: Trip): readonly (readonly ReactNode[])[] => [
    [trip.clock, trip.code],
    [writer.way(trip), joined([writer.flight(trip), trip.note])],
    [passengerOf(trip), joined([writer.load(trip), trip.sign_text && t.sign(trip.sign_text)])],
    fourthOf(trip),
    [trip.payment && t.payments[trip.payment], trip.pesos !== null && formatPesos(trip.pesos)],
  ];
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          {[t.sheet.time, t.sheet.way, t.sheet.passenger, fourth, t.sheet.payment].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {trips.map((trip) => (
          <tr key={trip.id}>
            {cellsOf(trip).map(([first, second], index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the cells of a printed row never move
              <td key={index}>
                <span>{first}</span>
                <br />
                <span>{second}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All trips of the day, for the night when the network may fail: with the passengers' numbers, because it stays in the office. */
function DaySheet({ day, ...sheets }: Sheets) {
  const { sheet: t } = sheets.writer.t.texts;
  return (
    <Table
      {...sheets}
      title={`${t.day} · ${formatIn('es').plainLongWeekday(day)}`}
      passengerOf={({ name, phone }) => joined([name, phone && displayPhone(phone)])}
      fourth={t.assigned}
      fourthOf={({ license_plate: plate, ...trip }) => [
        trip.driver_name ?? trip.external_name,
        plate ? plateInPairs(plate) : trip.external_plate,
      ]}
    />
  );
}

/**
 * A *hoja de ruta* for each driver: who travels from where to where, that it was booked before, and the voucher, as an
 * inspection asks for them.
 */
function DriverSheets({ day, trips, writer }: Sheets) {
  const { sheet: t } = writer.t.texts;
  const { company } = useContent();
  const { plainLongWeekday, time } = formatIn('es');
  const drivers = Map.groupBy(
    trips.filter(({ driver_id: driver }) => driver !== null),
    ({ driver_id: driver }) => driver,
  );
  return [...drivers].map(([driver, own]) => {
    const plates = new Set(own.flatMap(({ license_plate: plate }) => plate ?? []));
    return (
      <section key={driver}>
        <Table
          trips={own}
          writer={writer}
          title={joined([
            `${company.name}: ${t.driver}`,
            plainLongWeekday(day),
            own[0]?.driver_name,
            [...plates].map((plate) => t.plate(plateInPairs(plate))).join(', '),
          ])}
          passengerOf={({ name }) => name}
          fourth={t.booked}
          fourthOf={(trip) => [time(trip.created_at), joined([trip.agency, trip.voucher])]}
        />
        <p className="signature">{t.signature}</p>
      </section>
    );
  });
}
