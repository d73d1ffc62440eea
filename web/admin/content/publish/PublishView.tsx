import { Send, CircleAlert } from 'lucide-react';
import { use } from 'react';
import { describeChanges } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { findPriceJumps } from '../../../../shared/content/priceJumps.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useChileanClock } from '../../../util/time/useChileanDay.ts';
import { Loading } from '../../parts/Loading.tsx';
import { useMay } from '../../parts/useMay.ts';
import { hasUnsavedWork } from '../draft/draft.ts';
import type { DraftStore } from '../draft/draftStore.ts';
import type { Problem } from '../model/problems.ts';
import { isSame } from '../model/same.ts';
import { Problems, useDraftContent, useStudio } from '../studio.ts';
import type { DraftProps } from '../StudioProvider.tsx';
import { shapeAt } from '../model/tree.ts';
import { useDescribeProblem } from '../editor/useField.ts';
import { fieldNames, itemNameAt, partOf } from '../names.ts';
import { ChangeList } from './ChangeList.tsx';
import { useClaimAnswers } from './ClaimQuestions.tsx';
import { PublishForm } from './PublishForm.tsx';
import { usePublished } from './useReleases.ts';

/**
 * The changes that passengers will see, the problems that prevent a publication, and the form that publishes; for the
 * office, a line that says who publishes.
 */
export function PublishView(draft: DraftProps) {
  const { loadFailed } = useNamespace('studio').publish;
  const { data, isFirst, error, retry } = usePublished();
  if (!data) return <Loading title={loadFailed} error={error} retry={retry} />;
  return <Publication {...draft} newest={data} isFirst={isFirst} />;
}

/** Publishes the draft, and shows the others' changes when somebody else was faster. @returns the release's id */
async function publishDraft(store: DraftStore, note: string): Promise<number> {
  try {
    return await store.publish(note);
  } catch (error) {
    await Promise.allSettled([store.refresh()]);
    throw error;
  }
}

interface PublicationProps extends DraftProps {
  readonly newest: Content;
  readonly isFirst: boolean;
}

function Publication({ store, state, newest, isFirst }: PublicationProps) {
  const t = useNamespace('studio').publish;
  const content = useDraftContent();
  const problems = use(Problems);
  const changes = describeChanges(newest, content);
  const claims = useClaimAnswers(content);
  const jumps = findPriceJumps(newest, content, useChileanClock());
  const mayPublish = useMay('publish');
  const isSaved = state.draft !== null && !hasUnsavedWork(state.draft) && !state.saving;
  if (changes.length === 0 && problems.length === 0)
    return (
      <div className="rounded-card border border-line bg-surface-raised">
        <EmptyState title={t.nothing} icon={<Send size={44} />}>
          {t.nothingHint}
        </EmptyState>
      </div>
    );
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <section className="flex min-w-0 flex-col gap-3">
        <h3 className="headline text-lead">{t.changes(String(changes.length))}</h3>
        {changes.length > 0 && <ChangeList changes={changes} before={newest} after={content} jumps={jumps} />}
      </section>
      <section className="flex min-w-0 flex-col gap-4">
        {problems.length > 0 && <ProblemList problems={problems} />}
        {isPolicySilent(newest, content) && <Notice tone="info">{t.policySilent}</Notice>}
        {mayPublish ? (
          <PublishForm
            disabled={!isSaved || problems.length > 0}
            jumps={jumps}
            claims={isFirst ? claims : null}
            publish={(note) => publishDraft(store, note)}
          />
        ) : (
          <Notice tone="info">{t.byAdministrator}</Notice>
        )}
        {mayPublish && !isSaved && <p className="text-small text-ink-soft">{t.notSaved}</p>}
        <p className="text-small text-ink-soft">{t.fallback}</p>
      </section>
    </div>
  );
}

/** Whether the policy changes and keeps or lowers its number: drivers are asked for a higher one only. */
function isPolicySilent({ policy: before }: Content, { policy: after }: Content): boolean {
  return after.version <= before.version && !isSame(before, after);
}

/** The problems that prevent a publication; each leads to its field. */
function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  const t = useNamespace('studio');
  const { open } = useStudio();
  const content = useDraftContent();
  const describe = useDescribeProblem();
  return (
    <section className="rounded-control bg-danger-soft px-4 py-3 text-danger">
      <h3 className="flex items-center gap-2 font-semibold">
        <CircleAlert size={22} className="shrink-0" />
        {t.publish.problems(String(problems.length))}
      </h3>
      <ul className="mt-1 text-small">
        {problems.map((problem) => {
          const { key, path, code } = problem;
          const name = itemNameAt(content, path, t) ?? (path.length > 0 ? t.parts[partOf(path)] : '');
          const field = fieldNames(path, t);
          return (
            <li key={`${key} ${code}`}>
              <button
                type="button"
                onClick={() => open(path)}
                className="min-h-11 py-1 text-left underline underline-offset-4 [overflow-wrap:anywhere]"
              >
                {[name, field].filter(Boolean).join(', ')}: {describe(problem, shapeAt(content, path))}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
