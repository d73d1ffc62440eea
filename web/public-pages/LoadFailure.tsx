import { CloudOff } from 'lucide-react';
import type { DataError } from '../data/errors.ts';
import { useArea } from '../i18n/areas.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Message } from './Message.tsx';

/** Shown when the data of a public page could not be loaded. */
export function LoadFailure({
  failure,
  onRetry,
}: {
  readonly failure: DataError;
  readonly onRetry: () => void;
}) {
  const { common, errors } = useWords();
  const { page } = useArea('publicPages');
  return (
    <Message
      icon={<CloudOff size={44} />}
      title={page.failed}
      text={failure.code === 'network' ? page.offline : errors.code.unavailable}
    >
      <Button onClick={onRetry}>{common.retry}</Button>
    </Message>
  );
}
