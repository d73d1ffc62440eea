import { lazy, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { LoadingScreen } from './components/LoadingScreen.tsx';
import { storedSession } from './session/memory.ts';
import { useSession } from './session/SessionProvider.tsx';
import { Boundary } from './ui/Boundary.tsx';

const loadHome = () => import('./home/HomeScreen.tsx');
const loadLogin = () => import('./login/LoginScreen.tsx');
const HomeScreen = lazy(loadHome);
const LoginScreen = lazy(loadLogin);
const AdminScreen = lazy(() => import('./admin/AdminScreen.tsx'));
const Queries = lazy(async () => ({ default: (await import('./data/Queries.tsx')).Queries }));
const SecondFactorScreen = lazy(() => import('./login/SecondFactorScreen.tsx'));
const NewPasswordScreen = lazy(() => import('./login/NewPasswordScreen.tsx'));
const ArrivalDialog = lazy(() => import('./account/ArrivalDialog.tsx'));
const WaitingScreen = lazy(() => import('./login/WaitingScreen.tsx'));
const CompleteProfileScreen = lazy(() => import('./login/CompleteProfileScreen.tsx'));

/** Starts fetching the screen this device will most likely show, while the session is being found. */
export function preloadFirstScreen(): void {
  // A failure shows when the screen is rendered.
  void (storedSession() ? loadHome() : loadLogin()).catch(() => undefined);
}

/** The sign-in screen; while somebody types, the screen that comes next is fetched. */
function Login() {
  useEffect(() => {
    void loadHome().catch(() => undefined);
  }, []);
  return <LoginScreen />;
}

/** What `/` shows to whoever is signed in, with what came of the link that led here. */
function Main() {
  const { news, dismissNews } = useSession();
  return (
    <>
      <Current />
      {news && (
        <Boundary fallback={() => null}>
          <Suspense>
            <ArrivalDialog arrival={news} onClose={dismissNews} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}

function Current() {
  const { state } = useSession();
  switch (state.status) {
    case 'admin':
      return (
        <Queries>
          <AdminScreen user={state.user} />
        </Queries>
      );
    case 'driver':
      // A device that remembers its driver from before there was approval does not know of it.
      return state.driver.approved === false ? (
        <WaitingScreen driver={state.driver} />
      ) : (
        <HomeScreen driver={state.driver} />
      );
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

/**
 * The route table: `/login`, `/`; anything else goes to `/`. Who is not signed in always sees the login.
 * The keys make each redirect a new one: wouter's `Redirect` acts when it is mounted.
 */
export function Routes() {
  const { state } = useSession();
  if (state.status === 'loading') return <LoadingScreen />;
  const signedOut = state.status === 'signedOut';
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Switch>
        <Route key="login" path="/login">
          {signedOut ? <Login /> : <Redirect to="/" replace />}
        </Route>
        <Route key="main" path="/">
          {signedOut ? <Redirect to="/login" replace /> : <Main />}
        </Route>
        <Route key="other">
          <Redirect to="/" replace />
        </Route>
      </Switch>
    </Suspense>
  );
}
