import { CircleAlert, CloudCheck, CloudOff, CloudUpload, type LucideIcon } from 'lucide-react';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useDescribeError } from '../../../i18n/describeError.ts';
import { classes } from '../../../ui/classes.ts';
import { hasUnsavedWork } from './draft.ts';
import type { DraftState } from './draftStore.ts';
import { SmallButton } from '../../parts/SmallButton.tsx';

type Status = 'saved' | 'saving' | 'unsaved' | 'offline' | 'failed' | 'invalid';

function statusOf({ draft, saving, error, problems }: DraftState): Status {
  if (problems.length > 0) return 'invalid';
  if (error) return error.retryable ? 'offline' : 'failed';
  if (!draft || !hasUnsavedWork(draft)) return 'saved';
  return saving ? 'saving' : 'unsaved';
}

const icons: Readonly<Record<Status, LucideIcon>> = {
  saved: CloudCheck,
  saving: CloudUpload,
  unsaved: CloudUpload,
  offline: CloudOff,
  failed: CircleAlert,
  invalid: CircleAlert,
};

export interface SaveStateProps {
  readonly state: DraftState;
  readonly onRetry: () => void;
  /** Shows the problems for which the database refused the work. */
  readonly onShowProblems: () => void;
}

/** Where the work is: on this device or in the database. */
export function SaveState({ state, onRetry, onShowProblems }: SaveStateProps) {
  const t = useNamespace('studio').saveState;
  const describe = useDescribeError({ content_conflict: t.conflict, PGRST413: t.tooLarge });
  const status = statusOf(state);
  const Icon = icons[status];
  const isFailure = status === 'failed' || status === 'invalid';
  return (
    <div className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-3 text-small lg:justify-end">
      <output
        className={classes(
          'flex items-center gap-2',
          isFailure ? 'font-semibold text-danger' : 'text-ink-soft',
        )}
      >
        <Icon size={20} className="shrink-0" />
        {status === 'failed' && state.error ? describe(state.error) : t[status]}
      </output>
      {status === 'invalid' && (
        <SmallButton variant="quiet" onClick={onShowProblems}>
          {t.showProblems}
        </SmallButton>
      )}
      {(status === 'failed' || status === 'offline') && (
        <SmallButton variant="quiet" onClick={onRetry}>
          {t.retry}
        </SmallButton>
      )}
    </div>
  );
}
