import { ChevronDown, ChevronRight, History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { describeChanges } from '../../../../shared/content/changes.ts';
import type { ReleaseEntry } from '../../../data/content/drafts.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { useFormat } from '../../parts/useFormat.ts';
import { useMay } from '../../parts/useMay.ts';
import { useStudio } from '../studio.ts';
import { ChangeList } from './ChangeList.tsx';
import { retryFailed, useOlderRelease, useReleaseById, useReleases } from './useReleases.ts';
import { SmallButton } from '../../parts/SmallButton.tsx';

interface HistoryViewProps {
  /** Called when an older release has taken the place of the draft. */
  readonly onRestored: () => void;
}

/** All releases: when, by whom, why, and what changed; roles that publish can take each back into the draft. */
export function HistoryView({ onRestored }: HistoryViewProps) {
  const t = useNamespace('studio');
  const { data: releases, error, refetch } = useReleases();
  if (!releases) return <Loading title={t.publish.loadFailed} error={error} retry={refetch} />;
  const [newest] = releases;
  if (!newest) return <EmptyState title={t.history.empty} icon={<History size={44} />} />;
  return (
    <ol aria-label={t.history.caption} className="rounded-card border border-line bg-surface-raised">
      {releases.map((release) => (
        <Release key={release.id} release={release} newest={release === newest} onRestored={onRestored} />
      ))}
    </ol>
  );
}

interface ReleaseProps extends HistoryViewProps {
  readonly release: ReleaseEntry;
  readonly newest: boolean;
}

function Release({ release, newest, onRestored }: ReleaseProps) {
  const t = useNamespace('studio').history;
  const format = useFormat();
  const mayPublish = useMay('publish');
  const [open, setOpen] = useState(false);
  const [isRestoring, setRestoring] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold [overflow-wrap:anywhere]">
            <span>{t.release(String(release.id))}</span>
            {newest && <span className="ml-2 text-small text-success">{t.newest}</span>}
          </p>
          <p className="[overflow-wrap:anywhere]">{release.note || t.noNote}</p>
          <p className="text-small text-ink-soft [overflow-wrap:anywhere]">
            <time dateTime={release.published_at}>{format.moment(release.published_at)}</time>
            {' · '}
            {release.published_by ?? t.nobody}
          </p>
        </div>
        {release.id > 1 && (
          <SmallButton variant="quiet" aria-expanded={open} icon={Chevron} onClick={() => setOpen(!open)}>
            {t.whatChanged}
          </SmallButton>
        )}
        {mayPublish && !newest && (
          <SmallButton
            icon={Undo2}
            aria-label={t.restoreOf(String(release.id))}
            onClick={() => setRestoring(true)}
          >
            {t.restore}
          </SmallButton>
        )}
      </div>
      {open && <ReleaseChanges id={release.id} />}
      {isRestoring && (
        <RestoreDialog release={release} onRestored={onRestored} onClose={() => setRestoring(false)} />
      )}
    </li>
  );
}

function ReleaseChanges({ id }: { readonly id: number }) {
  const before = useReleaseById(id - 1);
  const after = useReleaseById(id);
  if (before.data && after.data)
    return (
      <ChangeList
        changes={describeChanges(before.data, after.data)}
        before={before.data}
        after={after.data}
      />
    );
  return <Loading title="" error={before.error ?? after.error} retry={() => retryFailed(before, after)} />;
}

interface RestoreDialogProps extends Omit<ReleaseProps, 'newest'> {
  readonly onClose: () => void;
}

/** Asks before an older release takes the place of the draft, from which it is reviewed and published like every other change. */
function RestoreDialog({ release, onRestored, onClose }: RestoreDialogProps) {
  const t = useNamespace('studio');
  const { edit, say } = useStudio();
  const { data, error, retry } = useOlderRelease(release.id);
  const restore = () => {
    if (!data) return;
    edit(() => data.content);
    say(t.history.restored(String(release.id)));
    onRestored();
  };
  return (
    <ConfirmDialog
      title={t.history.restoreOf(String(release.id))}
      action={t.history.restore}
      disabled={data?.missing !== 0}
      onConfirm={restore}
      onClose={onClose}
    >
      {data?.missing === 0 && <p>{t.history.restoreText}</p>}
      {data && data.missing > 0 && <Notice tone="error">{t.history.restoreMissing(data.missing)}</Notice>}
      {!data && <Loading title={t.publish.loadFailed} error={error} retry={retry} />}
    </ConfirmDialog>
  );
}
