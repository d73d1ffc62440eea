import { CarFront, FileText } from 'lucide-react';
import { useState } from 'react';
import { hasPin } from '../account/pin/pin.ts';
import { PinGate } from '../account/pin/PinGate.tsx';
import type { FleetDocument, StoppingDocument } from '../data/documents/documents.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { EndShift } from '../shift/EndShift.tsx';
import { useOpenShift } from '../shift/openShift.ts';
import { useSignOut } from '../shift/useSignOut.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { plateInPairs } from '../../shared/chile/plate.ts';
import OwnDocuments from './OwnDocuments.tsx';
import { DocumentLine } from './DocumentLine.tsx';

/** On a device the panels of drivers are as wide as a page of text. */
const column = 'tablet:mx-auto tablet:w-full tablet:max-w-3xl';

interface DocumentsNewsProps {
  readonly due: readonly FleetDocument[];
  readonly stopping: readonly StoppingDocument[];
  readonly driverId: string;
  /** The driver has read what expires. */
  readonly onClose: () => void;
}

/** Shows the documents that keep the driver out of service, for as long as they do; else those that expire. */
export default function DocumentsNews({ due, stopping, driverId, onClose }: DocumentsNewsProps) {
  return stopping.length > 0 ? (
    <Stopped documents={stopping} driverId={driverId} />
  ) : (
    <Due documents={due} onClose={onClose} />
  );
}

export function Due({
  documents,
  onClose,
}: {
  readonly documents: readonly FleetDocument[];
  readonly onClose: () => void;
}) {
  const { common } = useMessages();
  const t = useNamespace('ownDocuments');
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
          {documents.map((document) => (
            <li key={document.id} className="rounded-control border border-line p-4">
              <DocumentLine document={document} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/**
 * Takes the place of the card: it stays until the documents are in order, or the session ends. The driver sends the new document
 * from here, since the driver's menu is behind it.
 */
export function Stopped({
  documents,
  driverId,
}: {
  readonly documents: readonly StoppingDocument[];
  readonly driverId: string;
}) {
  const { common } = useMessages();
  const signOut = useSignOut(driverId);
  const t = useNamespace('ownDocuments');
  const vehicle = useOpenShift(driverId)?.vehicle.license_plate;
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
          {documents.map(({ kind, owner_name: owner }) => (
            <li key={`${kind} ${owner}`} className="text-lead font-semibold [overflow-wrap:anywhere]">
              {kind} · {owner === vehicle ? plateInPairs(owner) : owner}
            </li>
          ))}
        </ul>
        <p className="mb-6">{t.stoppedText}</p>
        <div className="mb-6 flex flex-wrap items-start gap-3 empty:hidden">
          {!opened && (
            <Button icon={<FileText size={22} aria-hidden="true" />} onClick={() => setOpened(true)}>
              {t.menu}
            </Button>
          )}
          {/* The way out of a vehicle whose documents are not in order: into another one, or back to the driver's own. */}
          {documents.some(({ owner_name: owner }) => owner === vehicle) && (
            <EndShift driverId={driverId} icon={<CarFront size={22} aria-hidden="true" />} />
          )}
        </div>
        {opened && <Renewal />}
      </div>
    </Dialog>
  );
}

/** The driver's documents, behind the PIN if there is one. */
function Renewal() {
  const { id = '', email = '' } = userOf(useSession().state) ?? {};
  const [isOpen, setIsOpen] = useState(!hasPin(id));
  return isOpen ? <OwnDocuments /> : <PinGate userId={id} email={email} onOpen={() => setIsOpen(true)} />;
}
