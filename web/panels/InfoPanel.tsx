import {
  CalendarClock,
  CarFront,
  Hourglass,
  MapPinned,
  MessageCircle,
  PlaneLanding,
  PlaneTakeoff,
  RadioTower,
  Umbrella,
  UserRoundCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { airportToCentreMinutes, gates, maximumReturnWaitMinutes, popularRoutes } from '../content/info.ts';
import { formatPesos } from '../content/pesos.ts';
import type { Driver } from '../data/drivers.ts';
import { whatsappUrl } from '../data/environment.ts';
import { useArea } from '../i18n/areas.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';

const look = { size: 30, strokeWidth: 1.75, 'aria-hidden': true } as const;

export type InfoTopic = 'airport' | 'safety' | 'routes' | 'return';

export interface InfoPanelProps {
  readonly topic: InfoTopic;
  readonly driver: Driver;
}

/** The four panels that only inform. */
export default function InfoPanel({ topic, driver }: InfoPanelProps) {
  switch (topic) {
    case 'airport':
      return <Airport />;
    case 'safety':
      return <Safety />;
    case 'routes':
      return <PopularRoutes />;
    default:
      return <Return driverCode={driver.driver_code} />;
  }
}

function Airport() {
  const { info } = useArea('panels');
  const { toCentre, domestic, international } = info.airport;
  return (
    <Facts>
      <Fact mark={<CarFront {...look} />} {...toCentre} value={info.minutes(airportToCentreMinutes)} />
      <Fact mark={<PlaneTakeoff {...look} />} {...domestic} value={info.gate(gates.domestic)} />
      <Fact mark={<PlaneLanding {...look} />} {...international} value={info.gate(gates.international)} />
    </Facts>
  );
}

function Safety() {
  const { safety } = useArea('panels').info;
  return (
    <Facts>
      <Fact mark={<MapPinned {...look} />} {...safety.gps} />
      <Fact mark={<UserRoundCheck {...look} />} {...safety.driver} />
      <Fact mark={<Umbrella {...look} />} {...safety.insurance} />
      <Fact mark={<RadioTower {...look} />} {...safety.monitoring} />
    </Facts>
  );
}

function PopularRoutes() {
  const { routes, minutes } = useArea('panels').info;
  return (
    <>
      <p className="pb-1 text-ink-soft">{routes.intro}</p>
      <Facts>
        {popularRoutes.map((route) => (
          <Fact
            key={route.pesos}
            mark={<Minutes minutes={route.minutes} label={minutes(route.minutes)} />}
            title={route.district ?? routes.downtown}
            value={formatPesos(route.pesos)}
          />
        ))}
      </Facts>
      <p className="mt-4 border-t border-line pt-4 text-small text-ink-soft">{routes.currency}</p>
    </>
  );
}

function Minutes({ minutes, label }: { minutes: number; label: string }) {
  return (
    <>
      <span aria-hidden="true" className="flex flex-col items-center">
        <span className="headline text-[1.375rem] leading-none tabular-nums">{minutes}</span>
        <span className="text-small leading-none font-semibold">min</span>
      </span>
      <span className="sr-only">{label}</span>
    </>
  );
}

function Return({ driverCode }: { driverCode: string }) {
  const { home } = useWords();
  const { info } = useArea('panels');
  const { service, wait, ask } = info.return;
  return (
    <>
      <Facts>
        <Fact mark={<CalendarClock {...look} />} {...service} value="24/7" />
        <Fact mark={<Hourglass {...look} />} {...wait} value={info.minutes(maximumReturnWaitMinutes)} />
      </Facts>
      <a
        href={whatsappUrl(home.returnMessage(driverCode))}
        target="_blank"
        rel="noopener noreferrer"
        className="mt-6 flex min-h-14 items-center justify-center gap-3 rounded-control bg-accent px-6 py-3 text-center font-semibold text-accent-ink transition-colors hover:bg-accent-strong"
      >
        <MessageCircle size={24} className="shrink-0" aria-hidden="true" />
        {ask}
        <span className="sr-only">({home.opensNewTab})</span>
      </a>
    </>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>;
}

interface FactProps {
  /** A picture or a number on the coloured square. */
  readonly mark: ReactNode;
  readonly title: string;
  readonly line?: string;
  /** What the eye should find first. */
  readonly value?: string;
}

function Fact({ mark, title, line, value }: FactProps) {
  return (
    <li className="flex items-center gap-4 py-4 first:pt-1 last:pb-1 sm:gap-5">
      <div className="flex size-14 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent sm:size-16">
        {mark}
      </div>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-5 gap-y-1">
        <div className="min-w-0 flex-[1_1_7rem]">
          <h3 className="text-lead leading-snug font-semibold hyphens-auto">{title}</h3>
          {line !== undefined && <p className="text-small text-ink-soft sm:text-body">{line}</p>}
        </div>
        {value !== undefined && <p className="headline text-title whitespace-nowrap tabular-nums">{value}</p>}
      </div>
    </li>
  );
}
