import { CalendarPlus, FileText, Printer } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { calendarOf, calendarType } from '../../../shared/booking/calendar.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import { tripsOfDay, type Trip } from '../../data/trips/trips.ts';
import { useAction } from '../../forms/useAction.ts';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { downloadText } from '../../util/download.ts';
import { joined, tripWriter, type TripWriter } from './tripWords.ts';
import { useDone } from './TripChanges.tsx';
import { TripSheets, type Sheets } from './TripSheets.tsx';
import type { PopoverTrigger } from '../parts/PopoverButton.tsx';
import { ActMenu, type Act } from '../parts/record/acts.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';

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

/** The acts that take a day out of the panel. @param day as `2026-11-28` */
function useDayPapers(day: string) {
  const onDone = useDone();
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
  return { acts, busy: printing.busy || calendar.busy, sheets, end: () => setSheets(null) };
}

/** The menu that takes a day out of the panel: on paper, with a sheet for each driver, and as a calendar. @param day as `2026-11-28` */
export function DayPapers({ day }: { readonly day: string }) {
  const { dayPapers } = useNamespace('trips').texts;
  const { acts, busy, sheets, end } = useDayPapers(day);
  const renderButton = (trigger: PopoverTrigger) => (
    <SmallButton {...trigger} icon={Printer} busy={busy} className="max-md:flex-1">
      {dayPapers}
    </SmallButton>
  );
  return (
    <>
      <ActMenu label={dayPapers} record="" acts={acts} renderButton={renderButton} />
      {sheets && <TripSheets {...sheets} onEnd={end} />}
    </>
  );
}
