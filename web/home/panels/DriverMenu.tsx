import {
  CarFront,
  ChevronLeft,
  ChevronRight,
  FileText,
  KeyRound,
  LogOut,
  TabletSmartphone,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { PasswordGate } from '../../account/PasswordGate.tsx';
import { canHavePin, hasPin } from '../../account/pin/pin.ts';
import { PinGate, type PinGateProps } from '../../account/pin/PinGate.tsx';
import { PinSettings } from '../../account/pin/PinSettings.tsx';
import type { Vehicle } from '../../data/fleet/driverAtWheel.ts';
import { listVehicles } from '../../data/fleet/shifts.ts';
import { listOwnDocuments } from '../../data/fleet/documents.ts';
import { useLoad } from '../../data/useLoad.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { deliverReviews } from '../../reviews/delivery.ts';
import { UnsentReviews } from '../../reviews/PendingReviews.tsx';
import { userOf } from '../../session/machine.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { useSignOut } from '../../shift/useSignOut.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { Button } from '../../ui/Button.tsx';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { PanelProps } from '../panelProps.ts';
import { DeviceNotes, LinkChoice } from './DeviceNotes.tsx';

/** Passengers do not need it: it loads when it is opened. */
const Diagnosis = lazy(() => import('../../device-management/Diagnosis.tsx'));

const OwnDocuments = lazy(() => import('../../documents/OwnDocuments.tsx'));

/** The actions that the PIN protects. */
type Goal = 'signOut' | 'account' | 'documents' | 'pin' | 'shift';
/** Needs no PIN: it tells nothing about the driver, and a tablet in trouble may not take one. */
type Choice = Goal | 'diagnosis';
type View = 'menu' | 'confirm' | 'diagnosis' | 'documents' | 'pin' | { readonly gate: Goal };

/** The same function each time, for `useLoad`. */
const listAllVehicles = () => listVehicles();

/**
 * Opens only after the button was held, and asks for the driver's PIN, if there is one, before each action. Setting the
 * first PIN asks for the password of the account, so that no passenger sets it.
 */
export default function DriverMenu(props: PanelProps) {
  return (
    <div className="tablet:mx-auto tablet:w-full tablet:max-w-3xl">
      <Views {...props} />
    </div>
  );
}

function Views({ driver, onOpen }: PanelProps) {
  const { state } = useSession();
  const signOut = useSignOut(driver.id);
  const { common } = useMessages();
  const { id: userId = '', email = '' } = userOf(state) ?? {};
  const [view, setView] = useState<View>('menu');
  const [leaving, setLeaving] = useState(false);

  const open = (goal: Goal) => {
    if (goal === 'account' || goal === 'shift') return onOpen(goal);
    setView(goal === 'signOut' ? 'confirm' : goal);
    if (goal !== 'signOut') return undefined;
    setLeaving(true);
    return void signOut();
  };
  const approach = (goal: Goal) => {
    if (hasPin(userId) || goal === 'pin') setView({ gate: goal });
    else open(goal);
  };
  const choose = (goal: Choice) => {
    if (goal === 'diagnosis') return setView(goal);
    if (goal !== 'signOut') return approach(goal);
    void deliverReviews({ userId, driverId: driver.id });
    return setView('confirm');
  };

  if (view === 'menu') return <Menu pinned={hasPin(userId)} vehicle={driver.vehicle} onChoose={choose} />;
  if (view === 'confirm')
    return (
      <Confirmation
        driverId={driver.id}
        busy={leaving}
        onConfirm={() => approach('signOut')}
        onBack={() => setView('menu')}
      />
    );
  return (
    <WayBack onBack={() => setView('menu')}>
      {view === 'diagnosis' && (
        <Suspense fallback={<Spinner label={common.loading} size={44} className="mx-auto text-accent" />}>
          <Diagnosis driverId={driver.id} />
        </Suspense>
      )}
      {view === 'documents' && <OwnDocuments />}
      {view === 'pin' && <PinSettings userId={userId} />}
      {typeof view === 'object' && <Gate userId={userId} email={email} onOpen={() => open(view.gate)} />}
    </WayBack>
  );
}

/** Asks for the PIN, or for the password of an account without one. */
function Gate(props: PinGateProps) {
  return hasPin(props.userId) ? (
    <PinGate {...props} />
  ) : (
    <PasswordGate email={props.email} onOpen={props.onOpen} />
  );
}

/** A view of the menu, below the button that leads back to the menu. */
function WayBack({ onBack, children }: { readonly onBack: () => void; readonly children: ReactNode }) {
  const { driver } = useNamespace('kiosk');
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        onClick={onBack}
        icon={<ChevronLeft size={22} aria-hidden="true" />}
        className="-mt-2 mb-2 -ml-4"
      >
        {driver.back}
      </Button>
      {children}
    </>
  );
}

interface Item {
  readonly goal: Choice;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly line?: string;
}

interface MenuProps {
  readonly pinned: boolean;
  /** The vehicle of the open shift. */
  readonly vehicle: Vehicle | undefined;
  readonly onChoose: (goal: Choice) => void;
}

function Menu({ pinned, vehicle, onChoose }: MenuProps) {
  const { common, home } = useMessages();
  const { driver, pin } = useNamespace('kiosk');
  const { diagnosis } = useNamespace('ownDevice');
  const documents = useNamespace('ownDocuments');
  const shift = useNamespace('shift');
  const offered = useLoad(listAllVehicles).value;
  const ownDocuments = useLoad(listOwnDocuments).value;
  const items: Item[] = [
    { goal: 'signOut', icon: LogOut, title: common.signOut },
    { goal: 'account', icon: UserRound, title: home.account },
  ];
  if (canHavePin())
    items.push({ goal: 'pin', icon: KeyRound, title: pin.menu, line: pinned ? pin.active : pin.setUp });
  items.push({
    goal: 'diagnosis',
    icon: TabletSmartphone,
    title: diagnosis.menu,
    line: diagnosis.menuLine,
  });
  // Entries that appear only after a request come last, so that nothing moves under a finger. Choosing needs a vehicle: one of
  // the company's, or the driver's own of this shift.
  if (vehicle || offered?.length) {
    const plate = vehicle && `${plateInPairs(vehicle.license_plate)} · `;
    items.push({
      goal: 'shift',
      icon: CarFront,
      title: home.shift,
      line: `${plate ?? ''}${shift.menuLine}`,
    });
  }
  if (ownDocuments?.length)
    items.push({ goal: 'documents', icon: FileText, title: documents.menu, line: documents.menuLine });
  return (
    <>
      <p className="mb-4 text-ink-soft">{driver.intro}</p>
      <DeviceNotes />
      <ul className="flex flex-col gap-3 tablet:landscape:grid tablet:landscape:grid-cols-2">
        {items.map(({ goal, icon: Icon, title, line }) => (
          <li key={goal}>
            <button
              type="button"
              onClick={() => onChoose(goal)}
              className="key flex h-full min-h-16 w-full tablet:min-h-28 tablet:px-6 items-center gap-4 rounded-control px-4 py-2 text-left"
            >
              <Icon size={26} className="shrink-0 text-accent" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <span className="block text-lead leading-snug font-semibold">{title}</span>
                {line !== undefined && <span className="block text-small text-ink-soft">{line}</span>}
              </span>
              <ChevronRight size={24} className="shrink-0 text-ink-soft" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <LinkChoice />
      {!canHavePin() && <p className="mt-4 text-small text-ink-soft">{pin.insecure}</p>}
    </>
  );
}

interface ConfirmationProps {
  readonly driverId: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

function Confirmation({ driverId, busy, onConfirm, onBack }: ConfirmationProps) {
  const { common } = useMessages();
  const { driver } = useNamespace('kiosk');
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h3 className="headline mb-2 text-title">{driver.signOutTitle}</h3>
        <p>{driver.signOutText}</p>
      </div>
      <UnsentReviews driverId={driverId} />
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button
          variant="danger"
          busy={busy}
          onClick={onConfirm}
          icon={<LogOut size={22} aria-hidden="true" />}
          className="flex-1"
        >
          {common.signOut}
        </Button>
        <Button variant="secondary" onClick={onBack} className="flex-1">
          {driver.back}
        </Button>
      </div>
    </div>
  );
}
