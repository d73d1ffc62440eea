import type { OwnAnnouncement } from '../data/announcements/announcements.ts';
import { useAction } from '../forms/useAction.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { AnnouncementText } from './AnnouncementText.tsx';
import { confirmRead } from './confirmRead.ts';

export interface AnnouncementsDialogProps {
  readonly driverId: string;
  /** Unread. */
  readonly announcements: readonly OwnAnnouncement[];
  readonly onClose: () => void;
}

/** Shows unread announcements. Without a connection it says that the company does not know yet that they were read. */
export default function AnnouncementsDialog({ driverId, announcements, onClose }: AnnouncementsDialogProps) {
  const { common } = useMessages();
  const t = useNamespace('ownAnnouncements');
  const confirming = useAction(async () => {
    await confirmRead(
      driverId,
      announcements.map(({ id }) => id),
    );
    onClose();
  });
  const isUnsent = confirming.error !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      closeLabel={common.close}
      width="narrow"
      footer={
        <div className="tablet:mx-auto tablet:w-full tablet:max-w-3xl">
          {isUnsent ? (
            <Button variant="secondary" onClick={onClose} className="w-full">
              {common.close}
            </Button>
          ) : (
            <Button busy={confirming.busy} onClick={() => confirming.run()} className="w-full">
              {t.confirm}
            </Button>
          )}
        </div>
      }
    >
      <div className="tablet:mx-auto tablet:w-full tablet:max-w-3xl">
        {isUnsent && (
          <Notice tone="info" className="mb-4">
            {t.unsent}
          </Notice>
        )}
        <ul className="flex flex-col gap-3">
          {announcements.map((announcement) => (
            <li key={announcement.id} className="rounded-control border border-line p-4">
              <AnnouncementText announcement={announcement} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
