import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';

export interface TabsProps<Id extends string> {
  /** Links the tabs with their panel by id; unique on the page. */
  readonly name: string;
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  readonly variant?: keyof typeof variants;
  /** The look of the panel, instead of a distance to the tabs. */
  readonly panelClass?: string;
  /** Stands at the other end of the row of tabs, or above them where there is no room. */
  readonly beside?: ReactNode;
  /** The panel of the selected tab. */
  readonly children: ReactNode;
}

/** A phone may have no room for all tabs: the open one is within its row. */
export const bringIntoView = (tab: HTMLElement | null): void =>
  tab?.scrollIntoView({ inline: 'center', block: 'nearest' });

/** The tabs of the panel: sections of a place, and views of a section. */
export const panelTabs = {
  list: 'flex min-w-0 grow gap-x-1 border-b border-line max-md:overflow-x-auto max-md:overflow-y-hidden md:flex-wrap',
  tab: 'flex min-h-11 items-center whitespace-nowrap border-b-3 px-1.5 text-small sm:px-2.5 lg:pointer-fine:min-h-8',
  on: 'border-accent text-accent',
  off: 'border-transparent text-ink-soft hover:text-ink',
};

const large = 'text-small sm:px-3 sm:text-body lg:px-5 tablet:landscape:px-4';
const variants = {
  panel: panelTabs,
  underline: {
    list: 'flex flex-wrap border-b-2 border-line sm:gap-1',
    tab: `min-h-target -mb-0.5 border-b-4 px-2.5 ${large}`,
    on: 'border-accent text-accent',
    off: 'border-transparent text-ink-soft hover:text-ink',
  },
  pill: {
    list: 'flex flex-wrap gap-1 sm:gap-2',
    tab: `min-h-target rounded-full border-2 px-1.5 ${large}`,
    on: 'border-accent bg-accent text-accent-ink',
    off: 'border-line-strong text-ink hover:border-accent',
  },
};

type TabRowProps<Id extends string> = Omit<TabsProps<Id>, 'panelClass' | 'beside' | 'children'>;

function TabRow<Id extends string>({ name, label, tabs, selected, onSelect, variant }: TabRowProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const style = variants[variant ?? 'underline'];

  const move = (event: KeyboardEvent) => {
    const current = tabs.findIndex((tab) => tab.id === selected);
    const targets: Record<string, number> = {
      ArrowRight: (current + 1) % tabs.length,
      ArrowLeft: (current - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const index = targets[event.key];
    const tab = index === undefined ? undefined : tabs[index];
    if (!tab || index === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelectorAll('button')[index]?.focus();
  };

  return (
    <div ref={list} role="tablist" aria-label={label} className={style.list}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          ref={variant === 'panel' && tab.id === selected ? bringIntoView : undefined}
          type="button"
          role="tab"
          id={`${name}-${tab.id}`}
          aria-selected={tab.id === selected}
          aria-controls={`${name}-panel`}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          onKeyDown={move}
          className={classes('font-semibold', style.tab, tab.id === selected ? style.on : style.off)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** Tabs with one stop in the tab order; arrows, Home and End move and select. */
export function Tabs<Id extends string>({ panelClass = 'pt-5', beside, children, ...tabs }: TabsProps<Id>) {
  const { name, selected } = tabs;
  return (
    <>
      {beside ? (
        <div className="flex flex-wrap-reverse items-start justify-between gap-x-4 gap-y-1">
          <TabRow {...tabs} />
          {beside}
        </div>
      ) : (
        <TabRow {...tabs} />
      )}
      <div
        role="tabpanel"
        id={`${name}-panel`}
        aria-labelledby={`${name}-${selected}`}
        className={panelClass}
      >
        {children}
      </div>
    </>
  );
}
