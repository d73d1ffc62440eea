import { Link2Off } from 'lucide-react';
import { useCallback, type ReactNode, type Ref } from 'react';
import { LoadError } from '../components/LoadError.tsx';
import type { PublicCase } from '../data/tickets/ticketPages.ts';
import { useLoad } from '../data/useLoad.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { classes } from '../ui/classes.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { CompanyLink } from './Links.tsx';
import { LoadFailure, Message, PageLoading } from './Message.tsx';

interface TicketPageProps<Shown> {
  readonly secret: string;
  /** Reads null for a secret that opens nothing. */
  readonly read: (secret: string) => Promise<Shown | null>;
  /** The load that began before the page rendered. */
  readonly asked: Promise<Shown | null>;
  readonly words: Readonly<Record<'unknownTitle' | 'unknownText' | 'keep', string>>;
  /** @param failure the error of the last reload, with a retry */
  readonly children: (page: Shown, failure: ReactNode, reload: () => void) => ReactNode;
}

/**
 * The page of one ticket, which a person with its address reads. It loads again when the person comes back to it, who wants to
 * know whether there is a reply, and when the phone is online again. A failed reload leaves the page as it was.
 */
export function TicketPage<Shown>({ secret, read, asked, words, children }: TicketPageProps<Shown>) {
  const ask = useCallback(() => read(secret), [read, secret]);
  const { value, error, reload } = useLoad(ask, asked);
  useWhileShown(
    (signal) => {
      const look = () => {
        if (document.visibilityState === 'visible') reload();
      };
      document.addEventListener('visibilitychange', look, { signal });
      window.addEventListener('online', look, { signal });
    },
    [reload],
  );
  if (error && !value) return <LoadFailure failure={error} onRetry={reload} />;
  if (value === undefined) return <PageLoading />;
  if (value === null)
    return (
      <Message icon={<Link2Off size={48} />} title={words.unknownTitle} text={words.unknownText}>
        <CompanyLink />
      </Message>
    );
  return (
    <main className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-5 px-5 py-6">
      {children(value, error && <LoadError error={error} onRetry={reload} />, reload)}
      <p className="text-small text-ink-soft">{words.keep}</p>
    </main>
  );
}

const tones = {
  open: 'bg-accent-soft text-accent',
  good: 'bg-success-soft text-success',
  over: 'bg-surface-sunken text-ink-soft',
};

interface TicketHeadProps {
  readonly page: Pick<PublicCase, 'number' | 'due_on'>;
  readonly words: Readonly<Record<'title' | 'until', (value: string) => string>>;
  readonly kind: string;
  readonly state: string;
  /** An `open` ticket shows its deadline. */
  readonly tone: keyof typeof tones;
  /** Takes the focus from a button that goes. */
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly children?: ReactNode;
}

/** Kind, number, state and deadline of a ticket. */
export function TicketHead({ page, words, kind, state, tone, heading, children }: TicketHeadProps) {
  const { language } = useLanguage();
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <div>
      <p className="text-ink-soft">{kind}</p>
      <h1 ref={heading} tabIndex={-1} className="headline text-display tabular-nums outline-none">
        {words.title(page.number)}
      </h1>
      <p className="mt-2">
        <span
          className={classes('inline-block rounded-full px-3 py-0.5 text-small font-semibold', tones[tone])}
        >
          {state}
        </span>
      </p>
      {tone === 'open' && (
        <p className="mt-2 text-ink-soft">{words.until(format.format(new Date(page.due_on)))}</p>
      )}
      {children}
    </div>
  );
}
