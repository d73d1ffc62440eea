import { useDescribeError, type ErrorPhrases } from '../i18n/describeError.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

export interface LoadErrorProps {
  readonly error: unknown;
  readonly title?: string;
  readonly phrases?: ErrorPhrases;
  readonly onRetry: () => void;
  readonly className?: string;
}

/** Says why something could not be loaded, and tries again. */
export function LoadError({ error, title, phrases, onRetry, className }: LoadErrorProps) {
  const { common } = useMessages();
  const describe = useDescribeError(phrases);
  return (
    <Notice tone="error" {...(className && { className })}>
      {title && <p className="font-semibold">{title}</p>}
      <p>{describe(error)}</p>
      <Button size="compact" variant="secondary" onClick={onRetry} className="mt-3">
        {common.retry}
      </Button>
    </Notice>
  );
}
