import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { hasPin } from '../account/pin/pin.ts';
import { PinGate } from '../account/pin/PinGate.tsx';
import {
  listOwnPapers,
  listStoppingPapers,
  type Paper,
  type StoppingPaper,
} from '../data/fleet/documents.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { useSignOut } from '../shift/useSignOut.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import OwnPapers from './OwnPapers.tsx';
import { PaperLine, isDue } from './PaperLine.tsx';

/** News that take longer come too late: a passenger may be at the screen by then. In milliseconds. */
const patience = 10_000;
const nothing = () => undefined;

interface News {
  readonly due: readonly Paper[];
  readonly stopping: readonly StoppingPaper[];
}

/** On a tablet the panels of drivers are as wide as a page of text. */
const column = 'tablet:mx-auto tablet:w-full tablet:max-w-3xl';

/** A look at the papers; another object is another look. */
export interface Look {
  /** The driver has the device in hand and may be shown what expires. */
  readonly withDue: boolean;
}

/** Shows papers that expire, once, and those that keep the driver out of service, for as long as they do. */
export default function PapersNews({ look, driverId }: { readonly look: Look; readonly driverId: string }) {
  const [news, setNews] = useState<News>({ due: [], stopping: [] });
  useEffect(() => {
    let current = true;
    const begun = Date.now();
    const load = async () => {
      const [stopping, papers] = await Promise.all([
        listStoppingPapers(),
        look.withDue ? listOwnPapers() : [],
      ]);
      const inTime = Date.now() - begun < patience && document.querySelector('dialog[open]') === null;
      if (current) setNews({ stopping, due: inTime ? papers.filter(isDue) : [] });
    };
    // Without a network the next look tries again.
    load().catch(nothing);
    return () => {
      current = false;
    };
  }, [look]);
  if (news.stopping.length > 0) return <Stopped papers={news.stopping} driverId={driverId} />;
  if (news.due.length === 0) return null;
  return <Due papers={news.due} onClose={() => setNews({ ...news, due: [] })} />;
}

export function Due({
  papers,
  onClose,
}: {
  readonly papers: readonly Paper[];
  readonly onClose: () => void;
}) {
  const { common } = useMessages();
  const t = useNamespace('ownPapers');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.due}
      closeLabel={common.close}
      width="narrow"
      footer={
        <div className={column}>
          <Button onClick={onClose} className="w-full">
            {t.close}
          </Button>
        </div>
      }
    >
      <div className={column}>
        <p className="mb-4 text-ink-soft">{t.dueText}</p>
        <ul className="flex flex-col gap-3">
          {papers.map((paper) => (
            <li key={paper.id} className="rounded-control border border-line p-4">
              <PaperLine paper={paper} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/**
 * Takes the place of the card: it stays until the papers are in order, or the session ends. The driver sends the new paper
 * from here, since the driver's menu is behind it.
 */
export function Stopped({
  papers,
  driverId,
}: {
  readonly papers: readonly StoppingPaper[];
  readonly driverId: string;
}) {
  const { common } = useMessages();
  const signOut = useSignOut(driverId);
  const t = useNamespace('ownPapers');
  const [opened, setOpened] = useState(false);
  return (
    <Dialog
      open
      title={t.stopped}
      closeLabel={common.close}
      footer={
        <div className={column}>
          <Button variant="secondary" onClick={() => void signOut()} className="w-full">
            {common.signOut}
          </Button>
        </div>
      }
    >
      <div className={column}>
        <ul className="mb-4 flex flex-col gap-2">
          {papers.map(({ kind, owner_name: owner }) => (
            <li key={`${kind} ${owner}`} className="text-lead font-semibold [overflow-wrap:anywhere]">
              {kind} · {owner}
            </li>
          ))}
        </ul>
        <p className="mb-6">{t.stoppedText}</p>
        {opened ? (
          <Renewal />
        ) : (
          <Button icon={<FileText size={22} aria-hidden="true" />} onClick={() => setOpened(true)}>
            {t.menu}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The driver's papers, behind the PIN if there is one. */
function Renewal() {
  const { id = '', email = '' } = userOf(useSession().state) ?? {};
  const [isOpen, setIsOpen] = useState(!hasPin(id));
  return isOpen ? <OwnPapers /> : <PinGate userId={id} email={email} onOpen={() => setIsOpen(true)} />;
}
