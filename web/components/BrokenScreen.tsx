import { DataError } from '../data/errors.ts';
import { describeError } from '../i18n/describeError.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { reloadAfterFailure } from '../util/selfReload.ts';

/** Replaces a screen that failed to load or render. It reloads by itself: in a vehicle there may be nobody to tap. */
export function BrokenScreen({ error }: { error: unknown }) {
  const { errors, common } = useMessages();
  return (
    <main ref={reloadAfterFailure} className="flex min-h-page items-center justify-center">
      <EmptyState
        title={errors.general}
        action={<Button onClick={() => window.location.reload()}>{common.retry}</Button>}
      >
        {/* The message of another error is the browser's, which nobody here can act on. */}
        {error instanceof DataError && <p>{describeError(error, errors)}</p>}
      </EmptyState>
    </main>
  );
}
