import { phoneOf } from '../../../shared/chile/phone.ts';
import { chatUrl } from '../../content/links.ts';
import { driversToTell, tellTrips, tripsOfDay } from '../../data/trips/trips.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ChatLink } from '../parts/ChatLink.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Loading } from '../parts/Loading.tsx';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useOnDone } from '../parts/section.ts';
import { useTripData } from './TripChanges.tsx';
import { driverText, isOwed, tripsByDriver } from './driverText.ts';
import { joined, useSpanishWriter } from './tripWords.ts';

interface TellDriversProps {
  /** As `2026-11-28`. */
  readonly day: string;
  readonly onClose: () => void;
}

/** The drivers of a day, and their trips by hour. */
async function readTold(day: string, signal: AbortSignal) {
  const groups = tripsByDriver(await tripsOfDay(day, signal));
  const drivers = groups.size === 0 ? [] : await driversToTell([...groups.keys()], signal);
  return drivers.map((driver) => ({ driver, trips: groups.get(driver.id)! }));
}

/** Leads through the drivers of a day: one WhatsApp text for each, with the trips of the driver. One press tells one driver. */
export function TellDrivers({ day, onClose }: TellDriversProps) {
  const t = useNamespace('trips').texts;
  const { common } = useMessages();
  const { plainLongWeekday } = useFormat();
  const told = useTripData(['trips-to-tell', day], (signal) => readTold(day, signal));
  const next = told.data?.find(({ driver, trips }) => isOwed(driver.id, trips))?.driver.id;
  return (
    <Dialog open title={t.tellTitle(plainLongWeekday(day))} closeLabel={common.close} onClose={onClose}>
      <p className="text-small text-ink-soft">{t.tellHint}</p>
      {told.error && <Loading error={told.error} retry={told.refetch} />}
      {told.data?.length === 0 && <p className="py-4">{t.tellNobody}</p>}
      <ul className="mt-3 divide-y divide-line">
        {told.data?.map((each) => (
          <DriverRow key={each.driver.id} told={each} isNext={each.driver.id === next} />
        ))}
      </ul>
    </Dialog>
  );
}

interface DriverRowProps {
  readonly told: Awaited<ReturnType<typeof readTold>>[number];
  /** The first who has to hear something: the button to press. */
  readonly isNext: boolean;
}

function DriverRow({ told: { driver, trips }, isNext }: DriverRowProps) {
  const onDone = useOnDone();
  const t = useNamespace('trips').texts;
  const { copyFailed } = useNamespace('admin');
  const writer = useSpanishWriter();
  const { count, clock } = useFormat();
  const opened = useChange(
    () => tellTrips(driver.id, trips),
    () => onDone(t.toldDone(driver.name)),
  );
  const text = driverText(driver, trips, writer);
  const phone = phoneOf(driver.contact ?? '');
  const own = trips.filter(({ driver_id: id }) => id === driver.id);
  const last = own
    .flatMap(({ told_at: time }) => time ?? [])
    .toSorted()
    .at(-1);
  const state = !isOwed(driver.id, trips) ? last && t.toldAt(clock(last)) : last ? t.changedAfter : t.owed;
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold [overflow-wrap:anywhere]">{driver.name}</p>
        <p className="text-small text-ink-soft">
          {joined([t.tripCount(trips.length, count(trips.length)), state, !phone && t.withoutNumber])}
        </p>
      </div>
      {phone ? (
        <ChatLink
          isCompact
          variant={isNext ? 'primary' : 'secondary'}
          href={chatUrl(phone.slice(1), text)}
          about={driver.name}
          onPress={() => opened.run()}
        >
          {t.tell}
        </ChatLink>
      ) : (
        <CopyButton text={text} words={t} otherwise={copyFailed} />
      )}
    </li>
  );
}
