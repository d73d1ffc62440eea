import type { User } from '@supabase/auth-js';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ComponentType, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { staffRoleOf } from '../../shared/roles.ts';
import { useChanges } from '../data/useChanges.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useDescribeError } from '../i18n/describeError.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useTimer } from '../util/useTimer.ts';
import { AdminHeader } from './AdminHeader.tsx';
import DriversSection from './drivers/DriversSection.tsx';
import { HelpButton } from './help/HelpButton.tsx';
import { useReload } from './parts/useChange.ts';
import { useFormat } from './parts/useFormat.ts';
import { useHasShifts } from './parts/useHasShifts.ts';
import { useDocumentCounts } from './parts/useDocumentCounts.ts';
import { StatusBar } from './parts/StatusBar.tsx';
import { useListLocation, type PanelLocation, type SectionProps } from './parts/section.ts';
import { RoleContext, useMay } from './parts/useMay.ts';
import { useRemovals, type Removal } from './parts/useRemovals.ts';
import { UserDialog } from './users/UserDialog.tsx';
import { sectionIds, sectionsOf, watchedTables, type SectionId } from './sections.ts';

const loaders = import.meta.glob<{ readonly default: ComponentType<SectionProps> }>([
  './*/*Section.tsx',
  '!./{account,drivers}/*',
]);

function lazySection(id: SectionId): ComponentType<SectionProps> {
  const load = loaders[`./${id}/${id[0]!.toUpperCase()}${id.slice(1)}Section.tsx`];
  if (!load) throw new Error(`There is no section ${id}`);
  return lazy(load);
}

/** The drivers, which open first, come with the panel; the other sections come when they are opened. */
const components: Readonly<Record<string, ComponentType<SectionProps>>> = Object.fromEntries(
  sectionIds.map((id) => [id, id === 'drivers' ? DriversSection : lazySection(id)]),
);

/** A change of any of them reloads the list that is shown. */
const changes = watchedTables.map((table) => ({ table }));

const nothing = { text: '', failed: false };
/** The message of something that was done disappears after this time. */
const messageMs = 8_000;

/** The messages of the panel, and the deletions that they announce. */
function useStatus(heading: RefObject<HTMLElement | null>) {
  const { removal: words } = useNamespace('admin');
  const describe = useDescribeError({ car_in_use: words.vehicleInUse });
  const [message, setMessage] = useState(nothing);
  const timer = useTimer();
  const dismiss = () => setMessage(nothing);
  const show = (text: string, failed: boolean) => {
    setMessage({ text, failed });
    if (failed) timer.stop();
    else timer.start(messageMs, dismiss);
  };
  const say = (text: string, failed = false) => show(text, failed);
  const removals = useRemovals(say, (error) => show(describe(error), true));
  const remove = (close: () => void, removal: Removal) => {
    // Closing gives the focus back to the button that opened the dialog, which goes with its row.
    flushSync(close);
    heading.current?.focus();
    dismiss();
    removals.begin(removal);
  };
  const undo = () => {
    removals.undo();
    heading.current?.focus();
    say(words.undone);
  };
  return { message, dismiss, say, undo, remove, removals };
}

/**
 * The administration panel: drivers, vehicles, shifts, documents, devices, user accounts, content, company, audit log, help.
 * The office has the sections and buttons of its role.
 */
export default function AdminScreen({ user }: { user: User }) {
  const t = useNamespace('admin');
  // A token that names no role any more gets the fewest rights.
  const role = staffRoleOf(user.app_metadata) ?? 'office';
  const ids = sectionsOf(role);
  const location = useListLocation(ids);
  const heading = useRef<HTMLHeadingElement>(null);
  const [creating, setCreating] = useState(false);
  const { message, dismiss, say, undo, remove, removals } = useStatus(heading);
  useChanges(changes, useReload());
  const section = { location, hidden: removals.hidden, onDone: say, onRemove: remove };
  return (
    <RoleContext value={role}>
      <div className="flex min-h-page flex-col">
        <AdminHeader user={user} heading={heading} />
        <main className="mx-auto w-full max-w-7xl flex-1 px-4 pt-1 pb-2 md:px-6">
          <Sections {...section} ids={ids} ownId={user.id} onCreateUser={() => setCreating(true)} />
        </main>
        <StatusBar message={message} onDismiss={dismiss} pending={removals.pending} onUndo={undo} />
        {creating && (
          <UserDialog
            account={null}
            own={false}
            onClose={() => setCreating(false)}
            onSaved={({ email }) => {
              setCreating(false);
              say(t.userList.created(email));
            }}
          />
        )}
      </div>
    </RoleContext>
  );
}

interface SectionsProps extends SectionProps {
  readonly location: PanelLocation<SectionId>;
  /** The sections of the role. */
  readonly ids: readonly SectionId[];
  readonly onCreateUser: () => void;
}

/** The tabs, and below them the section chosen. */
function Sections({ ids, onCreateUser, ...props }: SectionsProps) {
  const mayCreateUser = useMay('users');
  const t = useNamespace('admin');
  const { common } = useMessages();
  const { location } = props;
  const Section = components[location.section]!;
  const counts = useDocumentCounts();
  const format = useFormat();
  const documents = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  const hasShifts = useHasShifts();
  const shown = ids.filter((id) => id !== 'shifts' || hasShifts || location.section === id);
  const labelOf = (id: SectionId) =>
    id === 'documents' && documents > 0 ? `${t.documents} (${format.count(documents)})` : t[id];
  return (
    <Tabs
      name="admin"
      variant="row"
      label={t.sections}
      tabs={shown.map((id) => ({ id, label: labelOf(id) }))}
      selected={location.section}
      onSelect={(next) => {
        if (next !== location.section) location.setSection(next);
      }}
      panelClass="pt-2 md:pt-2.5"
      aside={
        <>
          {location.section !== 'help' && (
            <HelpButton section={location.section} name={t[location.section]} />
          )}
          {mayCreateUser && <CreateUser main={location.section === 'users'} onPress={onCreateUser} />}
        </>
      }
    >
      <div key={location.section} className="flex flex-col gap-2 md:gap-2.5">
        <h2 className="sr-only">{t[location.section]}</h2>
        <Boundary fallback={renderBroken}>
          <Suspense fallback={<Spinner label={common.loading} />}>
            <Section {...props} />
          </Suspense>
        </Boundary>
      </div>
    </Tabs>
  );
}

interface CreateUserProps {
  /** The section is that of the users: the button is filled, and a phone shows its text too. */
  readonly main: boolean;
  readonly onPress: () => void;
}

function CreateUser({ main, onPress }: CreateUserProps) {
  const { userForm } = useNamespace('admin');
  return (
    <Button
      size="compact"
      variant={main ? 'primary' : 'secondary'}
      icon={<UserPlus size={22} className="shrink-0" />}
      title={userForm.create}
      onClick={onPress}
      className={classes('shrink-0', !main && 'max-md:px-2.5')}
    >
      <span className={main ? '' : 'max-md:sr-only'}>{userForm.create}</span>
    </Button>
  );
}

function BrokenSection() {
  return <Notice tone="error">{useNamespace('admin').loadFailed}</Notice>;
}

const renderBroken = () => <BrokenSection />;
