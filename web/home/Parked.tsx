import { useSyncExternalStore } from 'react';
import { companyZone } from '../../shared/chile/zone.ts';
import { useCompany } from '../content/ContentProvider.tsx';
import { useDeviceState } from '../device/deviceState.ts';
import { greetings } from '../i18n/greetings.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { languages } from '../i18n/languages.ts';
import { openModal } from '../ui/modal.ts';
import { every } from '../util/time/every.ts';

const minuteMs = 60_000;
const everySecond = every(1_000);

/** The server's time, to the minute; this device's own until the server has sent one. */
function useMinute(): Date {
  const { clockOffset } = useDeviceState();
  const minutes = () => Math.floor((Date.now() - (clockOffset ?? 0)) / minuteMs);
  return new Date(useSyncExternalStore(everySecond, minutes) * minuteMs);
}

/** Where the clock stands in a minute, in per cent of the free space: no place of the screen stays lit for long. */
function placeIn(time: Date): readonly [x: number, y: number] {
  const minutes = Math.floor(time.getTime() / minuteMs);
  return [(minutes * 7) % 101, (minutes * 13) % 101];
}

/** A dark screen with a clock that moves once a minute. `usePark` hears the press that ends it. */
export function Parked() {
  const { language } = useLanguage();
  const time = useMinute();
  const [x, y] = placeIn(time);
  const { name } = useCompany();
  const clock = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: companyZone(),
  });
  return (
    <dialog ref={openModal} aria-label={name} onCancel={(event) => event.preventDefault()} className="parked">
      <div
        className="absolute p-4 text-center"
        style={{ left: `${x}%`, top: `${y}%`, transform: `translate(-${x}%, -${y}%)` }}
      >
        <p className="headline text-[4rem] leading-none tabular-nums tablet:text-[6rem]">
          {clock.format(time)}
        </p>
        <ul className="mt-4 flex max-w-md flex-wrap justify-center gap-x-4 text-small tablet:max-w-3xl tablet:gap-x-8 tablet:text-[1.5rem]">
          {languages.map((each) => (
            <li key={each} lang={each}>
              {greetings[each].invitation}
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}
