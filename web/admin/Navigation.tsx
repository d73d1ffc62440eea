import { ChevronDown, Menu } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { sectionAddress } from './parts/section.ts';
import { CompanySearch } from './search/CompanySearch.tsx';
import { sectionGroups, sections, type SectionGroup, type SectionId } from './registry/sections.ts';

interface ListedSections {
  /** Those that the caller may open, in their order. */
  readonly ids: readonly SectionId[];
  readonly current: SectionId;
  readonly labels: Readonly<Record<SectionId, string>>;
}

/** The groups that have sections. */
function groupsOf(ids: readonly SectionId[]): readonly (readonly [SectionGroup, readonly SectionId[]])[] {
  return sectionGroups
    .map((group) => [group, ids.filter((id) => sections[id].group === group)] as const)
    .filter(([, own]) => own.length > 0);
}

interface GroupProps extends ListedSections {
  readonly group: SectionGroup;
  readonly listClass: string;
  readonly linkClass: string;
  readonly onOpen?: () => void;
}

function Group({ group, ids, current, labels, listClass, linkClass, onOpen }: GroupProps) {
  const { groups } = useNamespace('admin');
  const id = useId();
  return (
    <div>
      <p id={id} className="px-2 pb-0.5 text-tag font-semibold text-ink-soft">
        {groups[group]}
      </p>
      <ul aria-labelledby={id} className={listClass}>
        {ids.map((each) => (
          <li key={each}>
            <Link
              href={sectionAddress(each, {})}
              aria-current={each === current ? 'page' : undefined}
              onClick={onOpen}
              className={classes(
                'flex items-center rounded-control px-2 text-small font-semibold transition-colors motion-reduce:transition-none',
                linkClass,
                each === current
                  ? 'bg-accent-soft text-accent'
                  : 'text-ink hover:bg-surface-sunken active:bg-accent-soft',
              )}
            >
              {labels[each]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SideNavigationProps extends ListedSections {
  /** Stands below the sections. */
  readonly children: ReactNode;
}

/** The sections in groups beside the list, from 1024 px. */
export function SideNavigation({ children, ...listed }: SideNavigationProps) {
  const t = useNamespace('admin');
  return (
    <div className="sticky top-0 flex max-h-dvh w-40 shrink-0 flex-col gap-2 self-start overflow-y-auto py-2 pl-3 max-lg:hidden">
      <nav aria-label={t.sections} className="flex flex-col gap-2">
        {groupsOf(listed.ids).map(([group, ids]) => (
          <Group
            key={group}
            {...listed}
            group={group}
            ids={ids}
            listClass="flex flex-col"
            linkClass="min-h-7 py-0.5 pointer-coarse:min-h-10"
          />
        ))}
      </nav>
      {children}
    </div>
  );
}

export type MenuState = 'closed' | 'sections' | 'search';

interface SectionMenuProps extends ListedSections {
  readonly state: MenuState;
  readonly onState: (state: MenuState) => void;
  /** Stands beside the button. */
  readonly children: ReactNode;
}

/** Below 1024 px: the open section as a button, which opens the search and all sections within reach of a thumb. */
export function SectionMenu({ state, onState, children, ...listed }: SectionMenuProps) {
  const t = useNamespace('admin');
  const { common } = useMessages();
  const close = () => onState('closed');
  return (
    <div className="flex items-center gap-2 pt-1 pb-2 lg:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onState('sections')}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-2 rounded-control border-2 border-line-strong bg-surface-raised px-3 text-left font-semibold active:bg-accent-soft"
      >
        <Menu size={22} className="shrink-0 text-accent" />
        <span className="min-w-0 flex-1 truncate">
          <span className="sr-only">{t.sections}: </span>
          {listed.labels[listed.current]}
        </span>
        <ChevronDown size={22} className="shrink-0 text-ink-soft" />
      </button>
      {children}
      <Dialog open={state !== 'closed'} onClose={close} title={t.sections} closeLabel={common.close}>
        <CompanySearch variant="sheet" focused={state === 'search'} onChosen={close}>
          <nav aria-label={t.sections} className="mt-3 flex flex-col gap-2">
            {groupsOf(listed.ids).map(([group, ids]) => (
              <Group
                key={group}
                {...listed}
                group={group}
                ids={ids}
                listClass="grid grid-cols-2 gap-1.5"
                linkClass="min-h-11 border border-line px-3 py-1"
                onOpen={close}
              />
            ))}
          </nav>
        </CompanySearch>
      </Dialog>
    </div>
  );
}
