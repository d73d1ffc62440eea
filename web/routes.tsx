import { lazy, Suspense, type ReactNode } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { LoadingScreen } from './components/LoadingScreen.tsx';
import { Published } from './content/Published.tsx';
import type { Driver } from './data/drivers/drivers.ts';
import type { SessionState } from './session/machine.ts';
import { storedSession } from './data/session/storedSession.ts';
import { useSession } from './session/SessionProvider.tsx';
import { reloadable } from './util/reloadable.tsx';
import { isOwnPhone } from './device/ownPhone.ts';
import { useIsLocked } from './device-management/lock.ts';
import { Optional } from './ui/Boundary.tsx';

const HomeScreen = reloadable(() => import('./home/HomeScreen.tsx'));
const TripsScreen = reloadable(() => import('./trips/TripsScreen.tsx'));
/** Loads the sign-in screen and, while somebody types, the next one. */
const loadLogin = async () => {
  const screen = await import('./login/LoginScreen.tsx');
  void HomeScreen.load().catch(() => undefined);
  return screen;
};
const LoginScreen = lazy(loadLogin);
const AdminScreen = lazy(() => import('./admin/AdminScreen.tsx'));
const Queries = lazy(async () => ({ default: (await import('./data/Queries.tsx')).Queries }));
const SecondFactorScreen = lazy(() => import('./login/SecondFactorScreen.tsx'));
const NewPasswordScreen = lazy(() => import('./login/NewPasswordScreen.tsx'));
const ArrivalDialog = lazy(() => import('./account/ArrivalDialog.tsx'));
const WaitingScreen = lazy(() => import('./login/WaitingScreen.tsx'));
const PolicyScreen = lazy(() => import('./login/PolicyScreen.tsx'));
const DeviceScreen = lazy(() => import('./device-management/DeviceScreen.tsx'));
const CompleteProfileScreen = lazy(() => import('./login/CompleteProfileScreen.tsx'));

/** Loads the code of the screen that this device will most likely show. Never rejects: the screen shows a failure. */
export async function preloadFirstScreen(): Promise<void> {
  const Screen = isOwnPhone() ? TripsScreen : HomeScreen;
  await (storedSession() ? Screen.load() : loadLogin()).catch(() => undefined);
}

/** The screen at `/` and at `/mis-viajes` for a signed-in person, and the outcome of the link that led here. */
function Main() {
  const { state, news, dismissNews } = useSession();
  return (
    <>
      {screenFor(state)}
      {news && (
        <Optional>
          <ArrivalDialog arrival={news} onClose={dismissNews} />
        </Optional>
      )}
    </>
  );
}

function screenFor(state: SessionState): ReactNode {
  switch (state.status) {
    case 'admin':
      return (
        <Queries>
          <AdminScreen user={state.user} />
        </Queries>
      );
    case 'driver':
      return <DriverScreen userId={state.user.id} driver={state.driver} />;
    case 'policy':
      return <PolicyScreen user={state.user} policy={state.policy} />;
    case 'secondFactor':
      return <SecondFactorScreen user={state.user} missing={state.missing} />;
    case 'recovery':
      return <NewPasswordScreen user={state.user} />;
    case 'incomplete':
      return <CompleteProfileScreen user={state.user} />;
    default:
      return <LoadingScreen />;
  }
}

function DriverScreen({ userId, driver }: { readonly userId: string; readonly driver: Driver }) {
  const isLocked = useIsLocked(userId);
  if (!driver.approved) return <WaitingScreen driver={driver} />;
  if (isLocked) return <DeviceScreen driver={driver} />;
  return (
    <Published fallback={<LoadingScreen />}>
      {isOwnPhone() ? <TripsScreen driver={driver} /> : <HomeScreen driver={driver} />}
    </Published>
  );
}

/**
 * The routes `/login`, `/invite`, `/tablet`, which a chat program may have lengthened, `/mis-viajes` and `/`; any other path redirects to
 * `/`, and is unknown without a session. Without one, only the login is shown. The keys make each redirect a new element: wouter's `Redirect` acts when it mounts.
 */
export function Routes() {
  const { state } = useSession();
  if (state.status === 'loading') return <LoadingScreen />;
  const signedOut = state.status === 'signedOut';
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Switch>
        <Route key="login" path={/^\/login\b/i}>
          {signedOut ? <LoginScreen /> : <Redirect to="/" replace />}
        </Route>
        <Route key="invite" path={/^\/invite\b/i}>
          <LoginScreen />
        </Route>
        <Route key="device" path={/^\/tablet\b/i}>
          <DeviceScreen />
        </Route>
        <Route key="trips" path={/^\/mis-viajes\b/i}>
          {signedOut ? <LoginScreen /> : <Main />}
        </Route>
        <Route key="main" path="/">
          {signedOut ? <Redirect to="/login" replace /> : <Main />}
        </Route>
        <Route key="other">{signedOut ? <LoginScreen /> : <Redirect to="/" replace />}</Route>
      </Switch>
    </Suspense>
  );
}
