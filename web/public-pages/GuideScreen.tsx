import { Suspense, useDeferredValue, type ReactNode } from 'react';
import { PaymentLink } from './PaymentLink.tsx';
import { PriceFacts } from '../components/PriceFacts.tsx';
import { NightPrice, PricesNote, ShownPrice, usePricedRoutes } from '../components/prices.tsx';
import PlaceBrowser from '../components/PlaceBrowser.tsx';
import { TourList } from '../components/TourList.tsx';
import { WhatsappLink } from '../components/WhatsappLink.tsx';
import { PendingRelease, useCompany, useContent } from '../content/ContentProvider.tsx';
import { whatsappDigits } from '../content/links.ts';
import type { Release } from '../data/content/releases.ts';
import welcomeUrl from '../content/illustrations/welcome.svg';
import { useNamespace } from '../i18n/namespaces.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { Text, useSay } from '../i18n/Text.tsx';
import ConnectionBadge from '../offline/ConnectionBadge.tsx';
import { classes } from '../ui/classes.ts';
import { formatList } from '../util/formatList.ts';
import { BookLink, CompanyLink, HelpLink } from './Links.tsx';
import { useLanguageInAddress } from './useLanguageInAddress.ts';

const sections = { prices: Prices, tours: Tours, places: PlaceBrowser };
type SectionId = keyof typeof sections;
const sectionIds = Object.keys(sections) as SectionId[];

/** The sections for which the company has published something. */
function useSections(): readonly SectionId[] {
  const { routes, tours, places } = useContent();
  const published: Record<SectionId, readonly unknown[]> = { prices: routes, tours, places };
  return sectionIds.filter((id) => published[id].length > 0);
}

/** The travel guide on the passenger's phone: its title first, the rest once the release is there. It works offline. */
export default function GuideScreen({ release }: { readonly release: Promise<Release> }) {
  const { guide } = useNamespace('publicPages');
  const company = useCompany();
  // The title first, even if the release is there: drawing all that it brings takes a slow phone a third of a second.
  const isTitled = useDeferredValue(true, false);
  useLanguageInAddress('/guide');
  const overview = <Overview cities={[]} ids={sectionIds} className="invisible" />;

  return (
    <>
      <main className="flex-1">
        <Hero
          badge={
            isTitled && (
              <Suspense fallback={null}>
                <PendingRelease release={release}>
                  <ConnectionBadge photoUrl={null} />
                </PendingRelease>
              </Suspense>
            )
          }
        >
          {isTitled ? (
            <Suspense fallback={overview}>
              <PendingRelease release={release}>
                <ReleaseOverview />
              </PendingRelease>
            </Suspense>
          ) : (
            overview
          )}
        </Hero>
        {isTitled && (
          <Suspense fallback={null}>
            <PendingRelease release={release}>
              <Sections />
            </PendingRelease>
          </Suspense>
        )}
      </main>
      {whatsappDigits(company) && (
        <footer className="sticky bottom-0 border-t border-line bg-surface-sunken">
          <div className="mx-auto flex max-w-300 items-center justify-between gap-6 px-5 py-3 sm:px-8">
            <div className="hidden min-w-0 sm:block">
              <p className="headline text-lead leading-tight">{guide.book}</p>
              <p className="text-small text-ink-soft">{guide.bookText}</p>
            </div>
            <CompanyLink className="w-full sm:w-auto" />
          </div>
        </footer>
      )}
    </>
  );
}

function Sections() {
  const { guide } = useNamespace('publicPages');
  const ids = useSections();
  // The prices first: drawing all tours and places with them would take a slow phone twice as long.
  const isWhole = useDeferredValue(true, false);
  return (
    <div className="mx-auto flex max-w-300 flex-col gap-14 px-5 pt-10 pb-16 sm:px-8">
      {ids.slice(0, isWhole ? ids.length : 1).map((id) => {
        const Content = sections[id];
        return (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4">
            <h2 id={`${id}-title`} className="headline mb-5 text-title">
              {guide[id]}
            </h2>
            <Content />
          </section>
        );
      })}
      {isWhole && (
        <div className="flex flex-col gap-2">
          <BookLink />
          <HelpLink />
        </div>
      )}
    </div>
  );
}

interface HeroProps {
  readonly badge: ReactNode;
  /** Stands below the title. */
  readonly children: ReactNode;
}

function Hero({ badge, children }: HeroProps) {
  const { guide } = useNamespace('publicPages');
  return (
    <div className="relative isolate overflow-hidden bg-night text-snow">
      <img
        src={welcomeUrl}
        alt=""
        className="absolute inset-0 -z-20 size-full object-cover object-[50%_62%] md:object-[50%_58%] lg:object-[50%_44%]"
      />
      <div aria-hidden="true" className="guide-shade" />
      <div className="absolute inset-x-0 top-0 mx-auto max-w-300 px-5 sm:px-8 md:top-4">{badge}</div>
      <div className="mx-auto flex max-w-300 flex-col items-start px-5 pt-8 pb-10 sm:px-8 md:pt-16 md:pb-20">
        <h1 className="headline text-[2.5rem] leading-none md:text-[4rem]">{guide.title}</h1>
        {children}
      </div>
    </div>
  );
}

interface OverviewProps {
  readonly cities: readonly string[];
  readonly ids: readonly SectionId[];
  readonly className?: string;
}

/** The cities of the guide and the links to its sections. */
function Overview({ cities, ids, className = '' }: OverviewProps) {
  const { guide } = useNamespace('publicPages');
  const { language } = useLanguage();
  return (
    <>
      <p className={classes('mt-3 min-h-[3lh] max-w-[32ch] text-lead text-mist sm:min-h-[2lh]', className)}>
        {guide.lead(formatList(cities, language))}
      </p>
      <nav
        aria-label={guide.contents}
        className={classes('mt-8 flex flex-col gap-3 self-stretch sm:flex-row sm:flex-wrap', className)}
      >
        {ids.map((id) => (
          <a
            key={id}
            href={`#${id}`}
            className="inline-flex min-h-14 items-center rounded-full border-2 border-ocean bg-deep px-5 font-semibold transition-colors hover:border-copper-light"
          >
            {guide[id]}
          </a>
        ))}
      </nav>
    </>
  );
}

function ReleaseOverview() {
  const say = useSay();
  const cities = useContent().cities.map(({ name }) => say(name));
  return <Overview cities={cities} ids={useSections()} />;
}

/** The prices of the popular routes. */
function Prices() {
  const { minutes } = useNamespace('panels').info;
  const say = useSay();
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {usePricedRoutes().map(({ route, price }) => (
          <li
            key={route.id}
            className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-surface-raised p-5 shadow-card lg:flex-col lg:items-start"
          >
            <div className="min-w-0">
              <h3 className="text-lead leading-snug font-semibold">
                <Text words={route.name} />
              </h3>
              <p className="text-small text-ink-soft">{minutes(route.minutes)}</p>
              <p className="text-small text-ink-soft empty:hidden">
                <NightPrice price={price} />
              </p>
              {route.note && (
                <p className="text-small text-ink-soft">
                  <Text words={route.note} />
                </p>
              )}
            </div>
            <p className="headline text-title whitespace-nowrap text-accent tabular-nums">
              <ShownPrice price={price} />
            </p>
            {route.paymentLink && (
              <PaymentLink url={route.paymentLink} about={say(route.name)} className="self-stretch" />
            )}
          </li>
        ))}
      </ul>
      <PriceFacts className="mt-4" />
      <p className="mt-4 text-small text-ink-soft">
        <PricesNote />
      </p>
    </>
  );
}

function Tours() {
  const { guide } = useNamespace('publicPages');
  const say = useSay();
  return (
    <>
      <TourList
        renderAction={(tour) => {
          const name = say(tour.name);
          return (
            <WhatsappLink
              message={guide.tourMessage(name)}
              label={guide.ask}
              about={name}
              variant="secondary"
            />
          );
        }}
      />
      <PriceFacts className="mt-4" />
    </>
  );
}
