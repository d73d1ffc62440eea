import {
  CalendarClock,
  CarFront,
  ChevronLeft,
  ChevronRight,
  FileText,
  History,
  KeyRound,
  LogOut,
  Megaphone,
  Star,
  TabletSmartphone,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { announcementsWanted, unreadOf, useAnnouncements } from '../../announcements/announcementStore.ts';
import { PasswordGate } from '../../account/PasswordGate.tsx';
import { canHavePin, hasPin } from '../../account/pin/pin.ts';
import { PinGate, type PinGateProps } from '../../account/pin/PinGate.tsx';
import { PinSettings } from '../../account/pin/PinSettings.tsx';
import type { DriverAtWheel } from '../../data/shifts/driverAtWheel.ts';
import { listVehicles } from '../../data/shifts/shifts.ts';
import { listOwnDocuments } from '../../data/documents/documents.ts';
import { useLoad } from '../../data/useLoad.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useLanguage, useMessages } from '../../i18n/LanguageProvider.tsx';
import { localeOf } from '../../i18n/languages.ts';
import { deliverEntries } from '../../outbox/delivery.ts';
import { userOf } from '../../session/machine.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { SignOutQuestion } from '../../shift/SignOutQuestion.tsx';
import { useSignOut } from '../../shift/useSignOut.ts';
import { useKnownDay } from '../../trips/tripStore.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { focusOnMount } from '../../ui/focusOnMount.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { PanelProps } from '../panelProps.ts';
import { CallCompany } from '../../components/CallCompany.tsx';
import { DeviceNotes, LinkChoice } from './DeviceNotes.tsx';

/** Passengers do not need them: they load when they are opened. */
const AccountPanel = lazy(() => import('./AccountPanel.tsx'));
const Diagnosis = lazy(() => import('../../device-management/Diagnosis.tsx'));
const OwnAnnouncements = lazy(() => import('../../announcements/OwnAnnouncements.tsx'));
const OwnDocuments = lazy(() => import('../../documents/OwnDocuments.tsx'));
const OwnReviews = lazy(() => import('../../reviews/OwnReviews.tsx'));
const OwnShifts = lazy(() => import('../../shift/OwnShifts.tsx'));
const TabletTrips = lazy(() => import('../../trips/TabletTrips.tsx'));
const ShiftPanel = lazy(() => import('../../shift/ShiftPanel.tsx'));

/** The actions that the PIN protects. */
type Goal =
  | 'signOut'
  | 'trips'
  | 'account'
  | 'announcements'
  | 'documents'
  | 'pin'
  | 'shift'
  | 'ownShifts'
  | 'ownReviews';
/** Needs no PIN: it tells nothing about the driver, and a tablet in trouble may not take one. */
type Choice = Goal | 'diagnosis';
type View = 'menu' | Choice | { readonly gate: Goal };

/** Without a signal the menu opens with the entries that need none. */
const entriesTimeoutMs = 1_000;

/** The same function each time, for `useLoad`. */
const listAllVehicles = () => listVehicles();

/** The view on the screen, and the ways to the others. */
function useViews(userId: string, { driver, onView }: Pick<PanelProps, 'driver' | 'onView'>) {
  const signOut = useSignOut(driver.id);
  const titles = useTitles();
  const [view, setView] = useState<View>('menu');
  const [last, setLast] = useState<Choice>();
  const [leaving, setLeaving] = useState(false);

  const goBack = () => {
    setView('menu');
    onView(null);
  };
  const show = (next: Choice | { readonly gate: Goal }) => {
    setView(next);
    onView({
      title: typeof next === 'object' ? titles[next.gate] : titles[next],
      back: <WayBack onBack={goBack} />,
    });
  };
  /** Opens what the PIN protects. */
  const open = (goal: Goal) => {
    show(goal);
    if (goal !== 'signOut') return;
    setLeaving(true);
    void signOut();
  };
  const approach = (goal: Goal) => {
    if (hasPin(userId) || goal === 'pin') show({ gate: goal });
    else open(goal);
  };
  const choose = (goal: Choice) => {
    setLast(goal);
    if (goal === 'signOut') void deliverEntries({ userId, driverId: driver.id });
    if (goal === 'signOut' || goal === 'diagnosis') show(goal);
    else approach(goal);
  };
  return { view, last, leaving, open, approach, choose, goBack };
}

/**
 * Opens only after the button was held, and asks for the driver's PIN, if there is one, before each action. Setting the
 * first PIN asks for the password of the account, so that no passenger sets it. The menu takes the whole of a tablet held
 * sideways, so that every entry is in sight; a view keeps the width of a page.
 */
export default function DriverMenu({ driver, onClose, onView }: PanelProps) {
  const { state } = useSession();
  const { common } = useMessages();
  const { id: userId = '', email = '' } = userOf(state) ?? {};
  const items = useItems(userId, driver);
  const { view, last, leaving, open, approach, choose, goBack } = useViews(userId, { driver, onView });

  const loading = <Spinner label={common.loading} size={44} className="text-accent" />;
  if (view === 'menu')
    return items === undefined ? loading : <Menu items={items} last={last} onChoose={choose} />;
  return (
    <div className="tablet:mx-auto tablet:w-full tablet:max-w-3xl">
      {typeof view === 'object' ? (
        <Gate userId={userId} email={email} onOpen={() => open(view.gate)} />
      ) : (
        <Suspense fallback={loading}>
          {view === 'signOut' && (
            <SignOutQuestion
              driverId={driver.id}
              busy={leaving}
              onConfirm={() => approach('signOut')}
              onBack={goBack}
            />
          )}
          {view === 'trips' && <TabletTrips userId={userId} driver={driver} />}
          {view === 'account' && <AccountPanel />}
          {view === 'diagnosis' && <Diagnosis driverId={driver.id} />}
          {view === 'announcements' && <OwnAnnouncements driverId={driver.id} />}
          {view === 'documents' && <OwnDocuments />}
          {view === 'pin' && <PinSettings userId={userId} />}
          {view === 'ownReviews' && <OwnReviews />}
          {view === 'ownShifts' && <OwnShifts driverId={driver.id} />}
          {view === 'shift' && <ShiftPanel driver={driver} onClose={onClose} />}
        </Suspense>
      )}
    </div>
  );
}

/** The titles of the views. */
function useTitles(): Readonly<Record<Choice, string>> {
  const { home } = useMessages();
  const { driver, pin } = useNamespace('kiosk');
  return {
    signOut: driver.signOutTitle,
    account: home.account,
    pin: pin.menu,
    diagnosis: useNamespace('ownDevice').diagnosis.title,
    trips: useNamespace('ownTrips').title,
    shift: home.shift,
    ownShifts: useNamespace('ownShifts').title,
    ownReviews: useNamespace('ownReviews').title,
    announcements: useNamespace('ownAnnouncements').title,
    documents: useNamespace('ownDocuments').title,
  };
}

/** Asks for the PIN, or for the password of an account without one. */
function Gate(props: PinGateProps) {
  const { pin } = useNamespace('kiosk');
  return hasPin(props.userId) ? (
    <PinGate {...props} />
  ) : (
    <PasswordGate email={props.email} intro={pin.setUpReason} onOpen={props.onOpen} />
  );
}

/** Leads from a view back to the menu. */
function WayBack({ onBack }: { readonly onBack: () => void }) {
  const { driver } = useNamespace('kiosk');
  return (
    <IconButton
      label={driver.back}
      icon={<ChevronLeft size={28} aria-hidden="true" />}
      onClick={onBack}
      className="-ml-3 sm:-ml-4 tablet:-ml-6"
    />
  );
}

interface Item {
  readonly goal: Choice;
  readonly icon: LucideIcon;
  readonly name: string;
  readonly line?: string;
}

/** The entries of the menu in the order of use; undefined while it is not known which there are, so that none moves under a finger. */
function useItems(
  userId: string,
  { id: driverId, vehicle, review_count: reviewCount }: DriverAtWheel,
): readonly Item[] | undefined {
  const { common, home } = useMessages();
  const { pin } = useNamespace('kiosk');
  const { diagnosis } = useNamespace('ownDevice');
  const documents = useNamespace('ownDocuments');
  const shift = useNamespace('shift');
  const ownShifts = useNamespace('ownShifts');
  const ownReviews = useNamespace('ownReviews');
  const ownTrips = useNamespace('ownTrips');
  const trips = useKnownDay(driverId)?.trips ?? [];
  const offered = useLoad(listAllVehicles);
  const ownDocuments = useLoad(listOwnDocuments);
  const isLate = useIsLate();
  const announcements = useAnnouncementsItem(driverId);
  const isKnown = [offered, ownDocuments].every(({ value, error }) => value !== undefined || error);
  if (!isKnown && !isLate) return undefined;
  const items: Item[] = [];
  // Without a PIN anybody who sits in the vehicle could read who travels tomorrow.
  if (trips.length > 0 && canHavePin())
    items.push({ goal: 'trips', icon: CalendarClock, name: ownTrips.title, line: ownTrips.menuLine });
  // Choosing needs a vehicle: one of the company's, or the driver's own of this shift.
  const hasShifts = Boolean(vehicle ?? offered.value?.length);
  if (hasShifts) {
    const plate = vehicle && `${plateInPairs(vehicle.license_plate)} · `;
    items.push({ goal: 'shift', icon: CarFront, name: home.shift, line: `${plate ?? ''}${shift.menuLine}` });
  }
  if (announcements) items.push(announcements);
  if (ownDocuments.value?.length)
    items.push({ goal: 'documents', icon: FileText, name: documents.menu, line: documents.menuLine });
  if (hasShifts)
    items.push({ goal: 'ownShifts', icon: History, name: ownShifts.menu, line: ownShifts.menuLine });
  if (reviewCount > 0)
    items.push({ goal: 'ownReviews', icon: Star, name: ownReviews.menu, line: ownReviews.menuLine });
  items.push({ goal: 'account', icon: UserRound, name: home.account });
  if (canHavePin()) {
    const line = hasPin(userId) ? pin.active : pin.setUp;
    items.push({ goal: 'pin', icon: KeyRound, name: pin.menu, line });
  }
  items.push({ goal: 'diagnosis', icon: TabletSmartphone, name: diagnosis.menu, line: diagnosis.menuLine });
  items.push({ goal: 'signOut', icon: LogOut, name: common.signOut });
  return items;
}

/** Whether the menu has been waiting for its entries for long. */
function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), entriesTimeoutMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** The entry of the announcements with the number of unread ones; none for a driver without announcements. */
function useAnnouncementsItem(driverId: string): Item | undefined {
  const t = useNamespace('ownAnnouncements');
  const whole = new Intl.NumberFormat(localeOf(useLanguage().language));
  const known = useAnnouncements(driverId);
  useEffect(() => announcementsWanted.emit(), []);
  if (known.announcements.length === 0) return undefined;
  const unread = unreadOf(known).length;
  const line = unread > 0 ? t.unread(unread, whole.format(unread)) : t.menuLine;
  return { goal: 'announcements', icon: Megaphone, name: t.menu, line };
}

interface MenuProps {
  readonly items: readonly Item[];
  /** The entry that the driver comes back from: it takes the focus. */
  readonly last: Choice | undefined;
  readonly onChoose: (goal: Choice) => void;
}

function Menu({ items, last, onChoose }: MenuProps) {
  const { driver, pin } = useNamespace('kiosk');
  return (
    <div>
      <p className="mb-4 text-ink-soft">{driver.intro}</p>
      <DeviceNotes />
      <ul className="flex flex-col gap-3 tablet:landscape:grid tablet:landscape:grid-cols-2">
        {items.map(({ goal, icon: Icon, name, line }) => (
          <li key={goal} className="tablet:landscape:last:odd:col-span-2">
            <button
              type="button"
              ref={goal === last ? focusOnMount : undefined}
              onClick={() => onChoose(goal)}
              className="key flex h-full min-h-16 w-full tablet:min-h-28 tablet:px-6 tablet:landscape:min-h-24 items-center gap-4 rounded-control px-4 py-2 text-left"
            >
              <Icon size={26} className="shrink-0 text-accent" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <span className="block text-lead leading-snug font-semibold">{name}</span>
                {line !== undefined && <span className="block text-small text-ink-soft">{line}</span>}
              </span>
              <ChevronRight size={24} className="shrink-0 text-ink-soft" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <CallCompany />
      <LinkChoice />
      {!canHavePin() && <p className="mt-4 text-small text-ink-soft">{pin.insecure}</p>}
    </div>
  );
}
