import { WifiOff } from 'lucide-react';
import { describeError } from '../i18n/describeError.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Spinner } from '../ui/Spinner.tsx';

/** Shown while the session loads; offers a retry if that fails. */
export function LoadingScreen() {
  const messages = useMessages();
  const { state, retry, signOut } = useSession();
  const failure = state.status === 'loading' ? state.failure : null;
  return (
    <main className="flex min-h-page items-center justify-center">
      {failure ? (
        <EmptyState
          title={messages.common.cannotLoadTitle}
          icon={<WifiOff size={44} aria-hidden="true" />}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <Button onClick={retry}>{messages.common.retry}</Button>
              <Button variant="quiet" onClick={() => void signOut()}>
                {messages.common.signOut}
              </Button>
            </div>
          }
        >
          <p role="alert">{describeError(failure, messages.errors)}</p>
        </EmptyState>
      ) : (
        <Spinner label={messages.common.loading} size={44} className="text-accent" />
      )}
    </main>
  );
}
