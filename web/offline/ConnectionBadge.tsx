import { ClockAlert, WifiOff, type LucideIcon } from 'lucide-react';
import { useEffectEvent, type ReactNode } from 'react';
import { useRelease } from '../content/ContentProvider.tsx';
import { askForRelease } from '../content/releaseUpdates.ts';
import { useDeviceState } from '../device/deviceState.ts';
import { loadNamespace, useNamespace } from '../i18n/namespaces.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { useWhileShown } from '../util/useWhileShown.ts';
import { isClockWrong } from './clock.ts';
import { useConnected } from './connection.ts';
import { contentTime, keepFresh } from './contentCache.ts';

/**
 * Shows that the backend cannot be reached, and the age of the content; else that the clock of this device is wrong; else
 * nothing. Keeps the content of this device fresh while there is a connection.
 * @param photoUrl the photo of the driver on the screen
 */
export default function ConnectionBadge({ photoUrl }: { readonly photoUrl: string | null }) {
  const { language } = useLanguage();
  const connected = useConnected();
  const wrongClock = isClockWrong(useDeviceState().clockOffset);
  const { release } = useRelease();
  const ask = useEffectEvent(() => askForRelease(release));

  useWhileShown(
    (signal) => {
      if (connected) keepFresh({ photoUrl, askForRelease: () => ask() }, signal);
    },
    [connected, photoUrl],
  );
  // The words of the notice cannot be loaded once the connection is lost. Loaded once, however often it is called.
  if (connected) loadNamespace('connection', language).catch(() => undefined);

  if (connected !== false && !wrongClock) return null;
  return <Optional>{connected === false ? <Offline /> : <WrongClock />}</Optional>;
}

function Chip({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) {
  return (
    <output className="inline-flex items-center gap-2 rounded-full bg-night px-3 py-0.5 text-tag font-semibold text-snow md:text-small tablet:text-small low:text-tag">
      <Icon size={16} className="shrink-0 text-copper-light" aria-hidden="true" />
      {children}
    </output>
  );
}

function WrongClock() {
  return <Chip icon={ClockAlert}>{useNamespace('connection').wrongClock}</Chip>;
}

const isToday = (time: Date | null) => time?.toDateString() === new Date().toDateString();

function Offline() {
  const words = useNamespace('connection');
  const { language } = useLanguage();
  const time = contentTime();
  const today = isToday(time);
  const day = today ? {} : ({ day: 'numeric', month: 'short' } as const);
  const format = new Intl.DateTimeFormat(language, { ...day, hour: '2-digit', minute: '2-digit' });
  const describe = today ? words.contentOfTime : words.contentOfDay;
  return (
    <Chip icon={WifiOff}>
      <span>{words.offline}</span>
      {time && <span className="font-normal text-mist low:sr-only">{describe(format.format(time))}</span>}
    </Chip>
  );
}
