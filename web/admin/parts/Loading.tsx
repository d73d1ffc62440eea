import { LoadError } from '../../components/LoadError.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Spinner } from '../../ui/Spinner.tsx';

interface LoadingProps {
  /** Replaces the wait: it has failed. */
  readonly error?: unknown;
  /** Above the error. */
  readonly title?: string;
  readonly retry?: () => unknown;
}

/** In the place of something that has not been loaded: the wait for it, or why there is none. */
export function Loading({ error, title, retry }: LoadingProps) {
  const { common } = useMessages();
  const { loadFailed } = useNamespace('admin');
  if (!error) return <Spinner label={common.loading} />;
  return <LoadError title={title ?? loadFailed} error={error} onRetry={() => void retry?.()} />;
}
