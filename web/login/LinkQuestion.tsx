import { useAction } from '../forms/useAction.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import type { UnrequestedLink } from '../session/mailedLink.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';

/** Asks whether to go on as the account of a link that nobody requested in this browser. */
export default function LinkQuestion({ question }: { readonly question: UnrequestedLink }) {
  const { link } = useNamespace('account');
  const { answerQuestion } = useSession();
  const { busy, run } = useAction(answerQuestion);
  return (
    <>
      <h2 className="headline text-title">{link.question}</h2>
      <p className="mt-2 text-ink-soft">
        {link.account} <strong className="font-semibold break-words text-ink">{question.email}</strong>
      </p>
      <p className="mt-2 text-ink-soft">{link.warning}</p>
      <Button busy={busy} onClick={() => run(true)} className="mt-7 w-full">
        {link.accept}
      </Button>
      <Button variant="quiet" onClick={() => run(false)} className="mt-3 w-full">
        {link.decline}
      </Button>
    </>
  );
}
