import { BriefcaseBusiness, Ellipsis, MessagesSquare, Sun, type LucideIcon } from 'lucide-react';
import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { bringIntoView, panelTabs } from '../ui/Tabs.tsx';
import { sectionAddress } from './parts/section.ts';
import { CompanySearch } from './search/CompanySearch.tsx';
import { places, sections, type PanelPlace, type SectionId } from './registry/sections.ts';

/** Names, with what waits there. */
export interface Labels {
  readonly place: (place: PanelPlace) => string;
  readonly section: (id: SectionId) => string;
}

interface Listed {
  /** The sections that the caller may open, in their order. */
  readonly ids: readonly SectionId[];
  readonly current: SectionId;
  readonly labels: Labels;
}

const sectionsIn = (ids: readonly SectionId[], place: PanelPlace | 'help'): readonly SectionId[] =>
  ids.filter((id) => sections[id].place === place);

interface LinkProps {
  readonly to: SectionId;
  readonly isCurrent: boolean;
  readonly className: string;
  readonly onOpen?: (() => void) | undefined;
  readonly children: ReactNode;
}

function SectionLink({ to, isCurrent, className, onOpen, children }: LinkProps) {
  return (
    <Link
      href={sectionAddress(to, {})}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onOpen}
      className={classes('font-semibold transition-colors motion-reduce:transition-none', className)}
    >
      {children}
    </Link>
  );
}

interface PlaceListProps extends Listed {
  readonly listClass: string;
  readonly linkClass: string;
  readonly onOpen?: () => void;
}

/** The places that have a section for the caller; each opens with its first one. */
function PlaceList({ ids, current, labels, listClass, linkClass, onOpen }: PlaceListProps) {
  return (
    <ul className={listClass}>
      {places.map((place) => {
        const [first] = sectionsIn(ids, place);
        const isCurrent = sections[current].place === place;
        return (
          first && (
            <li key={place}>
              <SectionLink
                to={first}
                isCurrent={isCurrent}
                onOpen={onOpen}
                className={classes(
                  'flex items-center rounded-control text-small',
                  linkClass,
                  isCurrent
                    ? 'bg-accent-soft text-accent'
                    : 'text-ink hover:bg-surface-sunken active:bg-accent-soft',
                )}
              >
                {labels.place(place)}
              </SectionLink>
            </li>
          )
        );
      })}
    </ul>
  );
}

interface SideNavigationProps extends Listed {
  /** Stands below the places. */
  readonly children: ReactNode;
}

/** The places beside the list, from 1024 px. */
export function SideNavigation({ children, ...listed }: SideNavigationProps) {
  const t = useNamespace('admin');
  return (
    <div className="sticky top-0 flex max-h-dvh w-40 shrink-0 flex-col gap-3 self-start overflow-y-auto py-3 pl-3 max-lg:hidden">
      <nav aria-label={t.sections}>
        <PlaceList
          {...listed}
          listClass="flex flex-col gap-0.5"
          linkClass="min-h-10 px-2.5 py-1 pointer-coarse:min-h-11"
        />
      </nav>
      {children}
    </div>
  );
}

/** The sections of the place that is open, above them, if it has several. */
export function PlaceTabs({ ids, current, labels }: Listed) {
  const t = useNamespace('admin');
  const { place } = sections[current];
  const own = sectionsIn(ids, place);
  if (place === 'help' || own.length < 2) return null;
  return (
    <nav aria-label={t.places[place]}>
      <ul className={panelTabs.list}>
        {own.map((id) => (
          <li key={id} ref={id === current ? bringIntoView : undefined}>
            <SectionLink
              to={id}
              isCurrent={id === current}
              className={classes(panelTabs.tab, id === current ? panelTabs.on : panelTabs.off)}
            >
              {labels.section(id)}
            </SectionLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export type MenuState = 'closed' | 'places' | 'search';

/** The places of a thumb's first reach. */
const barPlaces = [
  ['today', Sun],
  ['trips', BriefcaseBusiness],
  ['passengers', MessagesSquare],
] as const satisfies readonly (readonly [PanelPlace, LucideIcon])[];

const barClass =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 px-1 py-1 text-center text-tag leading-tight';

interface BottomBarProps extends Listed {
  readonly state: MenuState;
  readonly onState: (state: MenuState) => void;
  /** Stands below all places. */
  readonly children: ReactNode;
}

/** Below 1024 px: three places within reach of a thumb, and a button for the search and all of them. */
export function BottomBar({ state, onState, children, ...listed }: BottomBarProps) {
  const { ids, current, labels } = listed;
  const t = useNamespace('admin');
  const { common } = useMessages();
  const close = () => onState('closed');
  const { place } = sections[current];
  const isElsewhere = !barPlaces.some(([each]) => each === place);
  const tone = (isOn: boolean) => (isOn ? 'text-accent' : 'text-ink-soft active:bg-accent-soft');
  return (
    <>
      <nav
        aria-label={t.sections}
        className="sticky bottom-0 z-10 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        <ul className="mx-auto grid max-w-xl grid-cols-4">
          {barPlaces.map(([each, Icon]) => (
            <li key={each}>
              <SectionLink
                to={sectionsIn(ids, each)[0]!}
                isCurrent={each === place}
                className={classes(barClass, tone(each === place))}
              >
                <Icon size={22} aria-hidden="true" />
                {labels.place(each)}
              </SectionLink>
            </li>
          ))}
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onState('places')}
              className={classes(barClass, 'font-semibold', tone(isElsewhere))}
            >
              <Ellipsis size={22} aria-hidden="true" />
              {t.more}
            </button>
          </li>
        </ul>
      </nav>
      <Dialog open={state !== 'closed'} onClose={close} title={t.more} closeLabel={common.close}>
        <CompanySearch variant="sheet" focused={state === 'search'} onChosen={close}>
          <nav aria-label={t.allPlaces} className="mt-3 mb-3">
            <PlaceList
              {...listed}
              listClass="grid grid-cols-2 gap-1.5"
              linkClass="min-h-12 border border-line px-3 py-1"
              onOpen={close}
            />
          </nav>
          {children}
        </CompanySearch>
      </Dialog>
    </>
  );
}
