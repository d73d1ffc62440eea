import { CalendarCheck, CircleX, Store, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Driver } from '../../data/drivers/drivers.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { DriverPhoto } from '../../components/DriverPhoto.tsx';
import { Plate } from '../../components/Plate.tsx';
import { Carousel } from '../../ui/Carousel.tsx';
import { useTablet } from '../../ui/useTablet.ts';
import type { PanelProps } from '../panelProps.ts';
import { FactRow, Facts } from './Facts.tsx';

/** How to recognise an authorised taxi and when to refuse one, with this vehicle's plate and driver for comparison. */
export default function LegalTaxiPanel({ driver }: PanelProps) {
  const { legal } = useMessages().home.tiles;
  const { steps } = useNamespace('panels');
  if (useTablet())
    return (
      <Carousel label={legal.title} words={steps}>
        <Compare driver={driver} />
        <Signs />
        <Refuse />
        <Law />
      </Carousel>
    );
  return (
    <>
      <Compare driver={driver} />
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <Signs />
        <Refuse />
      </div>
      <Law />
    </>
  );
}

function Signs() {
  const { signs } = useNamespace('legalTaxi');
  return (
    <Section id="signs" title={signs.title}>
      <Facts cards="grid">
        <FactRow mark={<TaxiPlate lettering="fill-night" />} {...signs.basic} />
        <FactRow mark={<TaxiPlate lettering="fill-white" />} {...signs.tourism} />
        <FactRow icon={Store} {...signs.counter} />
        <FactRow icon={CalendarCheck} {...signs.booked} />
      </Facts>
    </Section>
  );
}

function Law() {
  const { law, trouble, note } = useNamespace('legalTaxi');
  return (
    <div className="mt-6 grid gap-3 rounded-card bg-surface-sunken p-5 tablet:mt-0 tablet:content-center tablet:gap-10 tablet:p-12 tablet:text-title tablet:leading-snug">
      <p>{law}</p>
      <p className="font-semibold">{trouble}</p>
      <p className="text-small text-ink-soft tablet:text-lead">{note}</p>
    </div>
  );
}

function Compare({ driver }: { driver: Driver }) {
  const { compare } = useNamespace('legalTaxi');
  return (
    <section
      aria-labelledby="legal-compare"
      className="grid items-center gap-5 sea rounded-card p-5 sm:grid-cols-[auto_1fr] sm:p-6 tablet:gap-10 tablet:p-10 tablet:portrait:grid-cols-1 tablet:portrait:content-center"
    >
      <div className="flex flex-wrap items-center gap-4 tablet:gap-8 tablet:landscape:flex-col">
        <DriverPhoto
          driver={driver}
          className="size-18 rounded-full border-3 border-copper-light sm:size-24 tablet:size-64"
        />
        <div className="flex min-w-0 flex-col items-start gap-2.5 tablet:gap-5 tablet:landscape:items-center">
          <p className="font-semibold tablet:headline tablet:text-title tablet:landscape:max-w-80 tablet:landscape:text-center">
            {driver.name}
          </p>
          <Plate plate={driver.license_plate} />
        </div>
      </div>
      <div>
        <h3 id="legal-compare" className="headline text-lead tablet:text-display">
          {compare.title}
        </h3>
        <p className="mt-1 tablet:mt-5 tablet:text-figure tablet:leading-snug">{compare.text}</p>
        <p className="mt-2 text-small text-mist tablet:mt-5 tablet:text-figure tablet:leading-snug">
          {compare.mismatch}
        </p>
      </div>
    </section>
  );
}

function Refuse() {
  const { title, ...items } = useNamespace('legalTaxi').refuse;
  return (
    <Section id="refuse" title={title} icon={<TriangleAlert size={26} aria-hidden="true" />}>
      <ul className="grid gap-3.5 tablet:flex-1 tablet:content-evenly tablet:text-lead">
        {Object.entries(items).map(([id, text]) => (
          <li key={id} className="flex gap-3 tablet:items-center tablet:gap-6">
            <CircleX className="size-[26px] shrink-0 text-danger tablet:size-12" aria-hidden="true" />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

function Section({ id, title, icon, children }: SectionProps) {
  return (
    <section aria-labelledby={`legal-${id}`} className="tablet:flex tablet:flex-col">
      <h3 id={`legal-${id}`} className="headline mb-4 flex items-center gap-2.5 text-lead tablet:text-title">
        {icon}
        <span>{title}</span>
      </h3>
      {children}
    </section>
  );
}

/** The orange plate of taxis; the colour of the lettering tells the kind of taxi. */
function TaxiPlate({ lettering }: { lettering: string }) {
  return (
    <svg viewBox="0 0 48 30" className="w-12 sm:w-13 tablet:w-20" aria-hidden="true">
      <rect x="1" y="1" width="46" height="28" rx="4" strokeWidth="2" className="fill-taxi stroke-night" />
      <g className={lettering}>
        {[6, 14, 26, 34].map((x) => (
          <rect key={x} x={x} y="8" width="6" height="10" rx="1" />
        ))}
        <circle cx="23" cy="13" r="1.4" />
        <rect x="14" y="22" width="20" height="2.4" rx="1.2" />
      </g>
    </svg>
  );
}
