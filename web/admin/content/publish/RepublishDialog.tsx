import { describeChanges } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { findPriceJumps } from '../../../../shared/content/priceJumps.ts';
import type { ReleaseEntry } from '../../../data/admin/drafts.ts';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useToday } from '../prices/useToday.ts';
import { ChangeList } from './ChangeList.tsx';
import { PublishForm } from './PublishForm.tsx';
import { useRelease } from './useReleases.ts';

export interface RepublishDialogProps {
  readonly release: ReleaseEntry;
  readonly newestId: number;
  /** Publishes an older release again in place of the newest. */
  readonly republish: (note: string, newest: Content, older: Content) => Promise<void>;
  readonly onClose: () => void;
}

/** Shows what changes when an older release is published again, and does it. */
export function RepublishDialog({ release, newestId, republish, onClose }: RepublishDialogProps) {
  const { common } = useMessages();
  const t = useNamespace('content').history;
  const newest = useRelease(newestId).data;
  const older = useRelease(release.id).data;
  const today = useToday();
  const jumps = newest && older ? findPriceJumps(newest, older, today) : [];
  return (
    <Dialog open onClose={onClose} title={t.againTitle(String(release.id))} closeLabel={common.close}>
      {newest && older ? (
        <div className="flex flex-col gap-4">
          <p>{t.againText}</p>
          <ChangeList changes={describeChanges(newest, older)} before={newest} after={older} jumps={jumps} />
          <PublishForm
            label={t.publishAgain}
            initialNote={t.againNote(String(release.id))}
            disabled={false}
            jumps={jumps}
            publish={async (note) => {
              await republish(note, newest, older);
              onClose();
            }}
          />
        </div>
      ) : (
        <Spinner label={common.loading} />
      )}
    </Dialog>
  );
}
