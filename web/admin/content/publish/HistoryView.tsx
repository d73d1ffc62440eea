import { ChevronDown, ChevronRight, History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { describeChanges } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { findPriceJumps } from '../../../../shared/content/priceJumps.ts';
import type { ReleaseEntry } from '../../../data/content/drafts.ts';
import { LoadError } from '../../../components/LoadError.tsx';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useChileanClock } from '../../../util/time/useChileanDay.ts';
import { useFormat } from '../../parts/useFormat.ts';
import { useMay } from '../../parts/useMay.ts';
import { ChangeList } from './ChangeList.tsx';
import { PublishForm } from './PublishForm.tsx';
import { isPolicySilent } from './silentPolicy.ts';
import {
  retryFailed,
  useComparedReleases,
  useReleaseById,
  useReleases,
  type ComparedReleases,
} from './useReleases.ts';

interface HistoryViewProps extends Pick<RepublishDialogProps, 'republish'> {
  /** Whether the database has all edits. */
  readonly saved: boolean;
}

/** All releases: when, by whom, why, and what changed; roles that publish can publish each again. */
export function HistoryView({ saved, republish }: HistoryViewProps) {
  const { common } = useMessages();
  const t = useNamespace('studio');
  const { data: releases, error, refetch } = useReleases();
  const [again, setAgain] = useState<ReleaseEntry | null>(null);
  if (!releases && error)
    return <LoadError title={t.publish.loadFailed} error={error} onRetry={() => void refetch()} />;
  if (!releases) return <Spinner label={common.loading} />;
  const [newest] = releases;
  if (!newest) return <EmptyState title={t.history.empty} icon={<History size={44} />} />;
  return (
    <>
      <ol aria-label={t.history.caption} className="rounded-card border border-line bg-surface-raised">
        {releases.map((release) => (
          <Release
            key={release.id}
            release={release}
            newest={release === newest}
            onPublishAgain={saved ? () => setAgain(release) : null}
          />
        ))}
      </ol>
      {again && (
        <RepublishDialog
          release={again}
          newestId={newest.id}
          republish={republish}
          onClose={() => setAgain(null)}
        />
      )}
    </>
  );
}

interface ReleaseProps {
  readonly release: ReleaseEntry;
  readonly newest: boolean;
  /** Null while it is not possible. */
  readonly onPublishAgain: (() => void) | null;
}

function Release({ release, newest, onPublishAgain }: ReleaseProps) {
  const t = useNamespace('studio').history;
  const format = useFormat();
  const mayPublish = useMay('publish');
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold [overflow-wrap:anywhere]">
            {t.release(String(release.id))}
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
          <Button
            size="compact"
            variant="quiet"
            aria-expanded={open}
            icon={<Chevron size={18} />}
            onClick={() => setOpen(!open)}
          >
            {t.whatChanged}
          </Button>
        )}
        {mayPublish && !newest && (
          <Button
            size="compact"
            variant="secondary"
            icon={<Undo2 size={18} />}
            disabled={!onPublishAgain}
            aria-label={t.publishAgainOf(String(release.id))}
            onClick={() => onPublishAgain?.()}
          >
            {t.publishAgain}
          </Button>
        )}
      </div>
      {open && <ReleaseChanges id={release.id} />}
    </li>
  );
}

function ReleaseChanges({ id }: { readonly id: number }) {
  const { common } = useMessages();
  const before = useReleaseById(id - 1);
  const after = useReleaseById(id);
  const error = before.error ?? after.error;
  if (before.data && after.data)
    return (
      <ChangeList
        changes={describeChanges(before.data, after.data)}
        before={before.data}
        after={after.data}
      />
    );
  if (!error) return <Spinner label={common.loading} />;
  return <LoadError error={error} onRetry={() => retryFailed(before, after)} />;
}

interface RepublishDialogProps {
  readonly release: ReleaseEntry;
  readonly newestId: number;
  /** Publishes an older release again in place of the newest. */
  readonly republish: (note: string, newest: Content, older: Content) => Promise<void>;
  readonly onClose: () => void;
}

/** Shows the changes that publishing an older release again makes, and publishes it. */
function RepublishDialog({ release, newestId, republish, onClose }: RepublishDialogProps) {
  const { common } = useMessages();
  const t = useNamespace('studio');
  const { data, error, retry } = useComparedReleases(newestId, release.id);
  return (
    <Dialog open onClose={onClose} title={t.history.againTitle(String(release.id))} closeLabel={common.close}>
      {data && (
        <Republication
          {...data}
          id={release.id}
          publish={async (note) => {
            await republish(note, data.newest, data.older);
            onClose();
          }}
        />
      )}
      {!data && error && <LoadError title={t.publish.loadFailed} error={error} onRetry={retry} />}
      {!data && !error && <Spinner label={common.loading} />}
    </Dialog>
  );
}

interface RepublicationProps extends ComparedReleases {
  /** The older release. */
  readonly id: number;
  readonly publish: (note: string) => Promise<void>;
}

function Republication({ id, newest, older, missing, publish }: RepublicationProps) {
  const t = useNamespace('studio');
  const jumps = findPriceJumps(newest, older, useChileanClock());
  return (
    <div className="flex flex-col gap-4">
      {missing === 0 && <p>{t.history.againText}</p>}
      {missing > 0 && <Notice tone="error">{t.history.againMissing(missing)}</Notice>}
      <ChangeList changes={describeChanges(newest, older)} before={newest} after={older} jumps={jumps} />
      {isPolicySilent(newest, older) && <Notice tone="info">{t.publish.policySilent}</Notice>}
      {missing === 0 && (
        <PublishForm
          label={t.history.publishAgain}
          initialNote={t.history.againNote(String(id))}
          disabled={false}
          jumps={jumps}
          publish={publish}
        />
      )}
    </div>
  );
}
