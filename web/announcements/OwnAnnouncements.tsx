import { Check, Clock } from 'lucide-react';
import type { OwnAnnouncement } from '../data/announcements/announcements.ts';
import { useAction } from '../forms/useAction.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { AnnouncementText } from './AnnouncementText.tsx';
import { useAnnouncements } from './announcementStore.ts';
import { confirmRead } from './confirmRead.ts';

/** The announcements that hold for the driver, in the driver's menu; each with whether the company knows that it was read. */
export default function OwnAnnouncements({ driverId }: { readonly driverId: string }) {
  const { announcements, unsent } = useAnnouncements(driverId);
  return (
    <ul className="flex flex-col gap-3">
      {announcements.map((announcement) => (
        <li key={announcement.id} className="rounded-control border border-line p-4">
          <AnnouncementText announcement={announcement} />
          <ReadState
            driverId={driverId}
            announcement={announcement}
            isUnsent={unsent.includes(announcement.id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface ReadStateProps {
  readonly driverId: string;
  readonly announcement: OwnAnnouncement;
  readonly isUnsent: boolean;
}

function ReadState({ driverId, announcement, isUnsent }: ReadStateProps) {
  const t = useNamespace('ownAnnouncements');
  // A failure needs no words of its own: the announcement says that it is not confirmed.
  const { run } = useAction(() => confirmRead(driverId, [announcement.id]));
  const line = 'mt-3 flex items-center gap-2 text-small font-semibold';
  if (announcement.read_at !== null)
    return (
      <p className={`${line} text-success`}>
        <Check size={20} className="shrink-0" aria-hidden="true" />
        {t.read}
      </p>
    );
  if (isUnsent)
    return (
      <p className={`${line} text-ink-soft`}>
        <Clock size={20} className="shrink-0" aria-hidden="true" />
        {t.unsent}
      </p>
    );
  return (
    <Button size="compact" variant="secondary" className="mt-3" onClick={() => run()}>
      {t.confirm}
    </Button>
  );
}
