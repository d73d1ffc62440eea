import { useState } from 'react';
import { useArea } from '../i18n/areas.ts';
import type { LinkQuestion as Question } from '../session/mailedLink.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';

/** Whether to go on as the account of a link that nobody asked for in this browser. */
export default function LinkQuestion({ question }: { readonly question: Question }) {
  const { link } = useArea('account');
  const { answerQuestion } = useSession();
  const [busy, setBusy] = useState(false);
  const accept = () => {
    setBusy(true);
    void answerQuestion(true);
  };
  return (
    <>
      <h2 className="headline text-title">{link.question}</h2>
      <p className="mt-2 text-ink-soft">
        {link.account} <strong className="font-semibold break-words text-ink">{question.email}</strong>
      </p>
      <p className="mt-2 text-ink-soft">{link.warning}</p>
      <Button busy={busy} onClick={accept} className="mt-7 w-full">
        {link.accept}
      </Button>
      <Button variant="quiet" onClick={() => void answerQuestion(false)} className="mt-3 w-full">
        {link.decline}
      </Button>
    </>
  );
}
