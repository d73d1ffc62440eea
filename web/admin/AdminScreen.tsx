import type { User } from '@supabase/auth-js';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { staffLanguageOf } from '../../shared/staff-languages.ts';
import { staffRoleOf, type StaffRole } from '../../shared/roles.ts';
import { useChanges } from '../data/useChanges.ts';
import { followNightHours } from '../device/appearance.ts';
import { loadNamespace, useNamespace } from '../i18n/namespaces.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { StaffLanguageProvider } from '../i18n/StaffLanguageProvider.tsx';
import { useDescribeError } from '../i18n/describeError.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { focusIfLost } from '../ui/focusOnMount.ts';
import { useTimerAfterPress } from '../util/time/useTimerAfterPress.ts';
import { AdminHeader, contentId, PhoneButtons } from './AdminHeader.tsx';
import { BottomBar, PlaceTabs, SideNavigation, type Labels, type MenuState } from './Navigation.tsx';
import { useReload, useReloading } from './parts/useChange.ts';
import { useFormat } from './parts/useFormat.ts';
import { useHasReviews, useHasShifts, useSectionCounts } from './usePlaceCounts.ts';
import { Loading } from './parts/Loading.tsx';
import { StatusBar, type StatusMessage } from './parts/StatusBar.tsx';
import {
  createUserAct,
  OnDoneContext,
  useFinish,
  useListLocation,
  type SectionProps,
} from './parts/section.ts';
import { RoleContext, useMay } from './parts/useMay.ts';
import { useRemovals, type Removal } from './parts/useRemovals.ts';
import { CompanySearch } from './search/CompanySearch.tsx';
import { useSearchShortcut } from './search/useSearchShortcut.ts';
import { sectionIds, sections, sectionsOf, watchedTables, type SectionId } from './registry/sections.ts';
import { tidyBookings } from './trips/intake/formerBookings.ts';
import TodaySection from './today/TodaySection.tsx';
import { UserDialog } from './users/UserDialog.tsx';
import { useRequestSignal } from './today/useRequestSignal.ts';
import { useToday } from './today/useToday.ts';

const loaders = import.meta.glob<{ readonly default: ComponentType<SectionProps> }>([
  './*/*Section.tsx',
  '!./{account,today}/*',
]);

function lazySection(id: SectionId): ComponentType<SectionProps> {
  const load = loaders[`./${id}/${id[0]!.toUpperCase()}${id.slice(1)}Section.tsx`];
  if (!load) throw new Error(`There is no section ${id}`);
  return lazy(load);
}

/** The day, which opens first, comes with the panel; the other sections come when they are opened. */
const components: Readonly<Record<string, ComponentType<SectionProps>>> = Object.fromEntries(
  sectionIds.map((id) => [id, id === 'today' ? TodaySection : lazySection(id)]),
);

/** A change of any of them reloads the list that is shown. */
const changes = watchedTables.map((table) => ({ table }));

const nothing: StatusMessage = { text: '', failed: false };
/** The message of something that was done disappears after this time. */
const messageMs = 8_000;

/** The messages of the panel, and the acts that they let undo. */
function useStatus(heading: RefObject<HTMLElement | null>) {
  const { removal: t } = useNamespace('admin');
  const describe = useDescribeError({
    vehicle_in_use: t.vehicleInUse,
    driver_on_shift: t.driverOnShift,
    shift_end_final: t.shiftEndFinal,
  });
  const [message, setMessage] = useState(nothing);
  const timer = useTimerAfterPress();
  const dismiss = () => setMessage(nothing);
  const say = (text: string, failed = false, undo?: () => Promise<void>) => {
    setMessage({ text, failed, undo });
    if (failed) timer.stop();
    else timer.start(messageMs, dismiss);
  };
  const fail = (error: unknown) => say(describe(error), true);
  const removals = useRemovals(say, fail);
  const reloading = useReloading();
  const remove = (close: () => void, removal: Removal) => {
    // Closing gives the focus back to the button that opened the dialog, which may disappear with its row.
    flushSync(close);
    flushSync(() => {
      dismiss();
      removals.begin(removal);
    });
    focusIfLost(heading.current);
  };
  const undo = async () => {
    heading.current?.focus();
    dismiss();
    if (removals.pending) removals.undo();
    else if (message.undo) await reloading(message.undo);
    say(t.undone);
  };
  return { message, dismiss, say, undo: () => void undo().catch(fail), remove, removals };
}

/** The names of places and sections, with the number of what waits there: the same as on the first section. */
function useLabels(): Labels {
  const t = useNamespace('admin');
  const { count } = useFormat();
  const counts = useSectionCounts();
  const label = (name: string, waiting: number) => (waiting > 0 ? `${name} (${count(waiting)})` : name);
  return {
    section: (id) => label(t[id], counts[id] ?? 0),
    place: (place) => {
      const own = sectionIds.filter((id) => sections[id].place === place);
      return label(
        t.places[place],
        own.reduce((sum, id) => sum + (counts[id] ?? 0), 0),
      );
    },
  };
}

/** The sections of a role. Those of vehicles, and the report, come when there is something in them, or by an address. */
function useSections(role: StaffRole, current: SectionId): readonly SectionId[] {
  const hasShifts = useHasShifts();
  const hasReviews = useHasReviews();
  const hasTrips = typeof useToday().data?.trips === 'number';
  const isUsed = (id: SectionId) => {
    if (sections[id].place === 'vehicles') return hasShifts || sections[current].place === 'vehicles';
    return id !== 'report' || hasReviews || hasTrips || current === id;
  };
  return sectionsOf(role).filter(isUsed);
}

/** The field of the header, or below 1024 px the one in the menu, takes the focus. */
function useSearchFocus() {
  const field = useRef<HTMLInputElement>(null);
  const [menu, setMenu] = useState<MenuState>('closed');
  useSearchShortcut(() => {
    if (field.current?.checkVisibility()) field.current.focus();
    else setMenu('search');
  });
  return { field, menu, setMenu };
}

function useBeginning(heading: RefObject<HTMLElement | null>): void {
  // The sign-in, whose focus is gone, was the screen before.
  useEffect(() => focusIfLost(heading.current), [heading]);
  // Trips whose time is over go whatever section opens.
  useEffect(tidyBookings, []);
  // Night falls by the clock in a vehicle; the office follows its computer.
  useEffect(() => {
    followNightHours(false);
    return () => followNightHours(true);
  }, []);
}

interface AdminScreenProps {
  readonly user: User;
}

/**
 * The administration panel: the company's day, its fleet, its content, its accounts, the audit log, the guide. The office has
 * the sections and buttons of its role.
 */
export default function AdminScreen({ user }: AdminScreenProps) {
  // A token that names no role any more gets the fewest rights.
  const role = staffRoleOf(user.app_metadata) ?? 'office';
  return (
    <StaffLanguageProvider>
      <RoleContext value={role}>
        <Panel user={user} role={role} />
      </RoleContext>
    </StaffLanguageProvider>
  );
}

interface PanelProps extends AdminScreenProps {
  readonly role: StaffRole;
}

function Panel({ user, role }: PanelProps) {
  const language = staffLanguageOf(useLanguage().language);
  const location = useListLocation(sectionsOf(role));
  // With those of the panel: its first section has a namespace of its own.
  if (location.section === 'today') void loadNamespace('today', language).catch(() => undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const { message, dismiss, say, undo, remove, removals } = useStatus(heading);
  const { field, menu, setMenu } = useSearchFocus();
  useChanges(changes, useReload());
  useBeginning(heading);
  useRequestSignal();
  const { section: current } = location;
  const listed = { ids: useSections(role, current), current, labels: useLabels() };
  const section = { location, hidden: removals.hidden, onDone: say, onRemove: remove, ownId: user.id };
  const create = () => {
    setMenu('closed');
    location.open({ act: createUserAct });
  };
  // The list of users has the button itself.
  const createUser = current !== 'users' && <CreateUser onPress={create} />;
  return (
    <OnDoneContext value={say}>
      <div className="flex min-h-page flex-col">
        <AdminHeader
          user={user}
          heading={heading}
          section={current}
          search={<CompanySearch variant="header" field={field} />}
          onSearch={() => setMenu('search')}
        />
        <div className="mx-auto flex w-full max-w-[92rem] flex-1">
          <SideNavigation {...listed}>{createUser}</SideNavigation>
          <div className="flex min-w-0 flex-1 flex-col gap-2 px-4 pt-1 pb-2 md:px-6 lg:gap-1.5 lg:px-3">
            <PlaceTabs {...listed} />
            <main id={contentId} tabIndex={-1} className="flex-1 outline-none">
              <OpenSection {...section} id={current} />
            </main>
          </div>
        </div>
        <BottomBar {...listed} state={menu} onState={setMenu}>
          {createUser}
          <PhoneButtons account={user.id} />
        </BottomBar>
        <StatusBar message={message} onDismiss={dismiss} pending={removals.pending} onUndo={undo} />
        {location.act === createUserAct && <NewUser />}
      </div>
    </OnDoneContext>
  );
}

function NewUser() {
  const { userList } = useNamespace('admin');
  const finish = useFinish();
  const mayCreate = useMay('users');
  if (!mayCreate) return null;
  return <UserDialog account={null} own={false} onSaved={({ email }) => finish(userList.created(email))} />;
}

/** The section that is open, below its name for screen readers. */
function OpenSection({ id, ...props }: SectionProps & { readonly id: SectionId }) {
  const t = useNamespace('admin');
  const Section = components[id]!;
  return (
    <div key={id} className="flex flex-col gap-2 md:gap-2.5">
      <h2 className="sr-only">{t[id]}</h2>
      <Boundary fallback={renderBroken}>
        <Suspense fallback={<Loading />}>
          <Section {...props} />
        </Suspense>
      </Boundary>
    </div>
  );
}

function CreateUser({ onPress }: { readonly onPress: () => void }) {
  const { userForm } = useNamespace('admin');
  if (!useMay('users')) return null;
  return (
    <Button
      size="compact"
      variant="secondary"
      icon={<UserPlus size={22} className="shrink-0" />}
      onClick={onPress}
      className="self-start lg:px-2 lg:text-small"
    >
      {userForm.create}
    </Button>
  );
}

/** Browsers cache a failed import; only a reload retries it. */
const renderBroken = (error: unknown) => <Loading error={error} retry={() => location.reload()} />;
