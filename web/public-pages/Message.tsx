import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DataError } from '../data/errors.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { focusOnMount } from '../ui/focusOnMount.ts';
import { Spinner } from '../ui/Spinner.tsx';

export interface MessageProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly tone?: 'plain' | 'warning' | 'success';
  /** The message takes the place of a form, whose pressed button had the focus. */
  readonly takesFocus?: boolean;
  /** Actions below the text. */
  readonly children?: ReactNode;
}

const marks = {
  plain: 'bg-accent-soft text-accent',
  warning: 'bg-signal text-white',
  success: 'bg-success-soft text-success',
};

/** A message in the middle of a public page. */
export function Message({ icon, title, text, tone = 'plain', takesFocus, children }: MessageProps) {
  return (
    <main className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-4 px-5 py-10 text-center">
      <span
        className={classes('flex size-24 items-center justify-center rounded-full', marks[tone])}
        aria-hidden="true"
      >
        {icon}
      </span>
      <div role={tone === 'warning' ? 'alert' : undefined}>
        <h1
          ref={takesFocus ? focusOnMount : undefined}
          tabIndex={takesFocus ? -1 : undefined}
          className="headline text-title outline-none"
        >
          {title}
        </h1>
        <p className="mt-2 text-lead text-balance text-ink-soft">{text}</p>
      </div>
      {children && <div className="mt-4 flex w-full flex-col gap-3">{children}</div>}
    </main>
  );
}

export function PageLoading() {
  const { common } = useMessages();
  return (
    <main className="flex min-h-96 flex-1 items-center justify-center text-accent">
      <Spinner label={common.loading} size={44} />
    </main>
  );
}

/** Shown when the data of a public page could not be loaded. */
export function LoadFailure({ failure, onRetry }: { failure: DataError; onRetry: () => void }) {
  const { common, errors } = useMessages();
  const { page } = useNamespace('publicPages');
  const { unavailable, unreadable } = errors.code;
  const texts: Readonly<Record<string, string>> = { network: page.offline, unreadable };
  return (
    <Message icon={<CloudOff size={44} />} title={page.failed} text={texts[failure.code] ?? unavailable}>
      <Button onClick={onRetry}>{common.retry}</Button>
    </Message>
  );
}
