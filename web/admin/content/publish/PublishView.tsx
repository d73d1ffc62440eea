import { Send, CircleAlert } from 'lucide-react';
import { describeChanges } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { findPriceJumps } from '../../../../shared/content/priceJumps.ts';
import { findProblems } from '../../../../shared/content/problems.ts';
import { LoadError } from '../../../components/LoadError.tsx';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useChileanClock } from '../../../util/time/useChileanDay.ts';
import { useMay } from '../../parts/useMay.ts';
import { withKeys, type Problem } from '../model/itemProblems.ts';
import { useDraftContent, useStudio } from '../studio.ts';
import { shapeAt } from '../model/tree.ts';
import { useDescribeProblem } from '../editor/EditorContext.tsx';
import { fieldNames, itemNameAt, partOf } from '../names.ts';
import { ChangeList } from './ChangeList.tsx';
import { useClaimAnswers } from './ClaimQuestions.tsx';
import { PublishForm } from './PublishForm.tsx';
import { isPolicySilent } from './silentPolicy.ts';
import { retryFailed, useReleaseById, useReleases } from './useReleases.ts';

interface PublishViewProps {
  /** Whether the database has all edits. */
  readonly saved: boolean;
  readonly publish: (note: string) => Promise<void>;
}

/**
 * The changes that passengers will see, the problems that prevent a publication, and the form that publishes; for the
 * office, a line that says who publishes.
 */
export function PublishView({ saved, publish }: PublishViewProps) {
  const { common } = useMessages();
  const { loadFailed } = useNamespace('studio').publish;
  const content = useDraftContent();
  const releases = useReleases();
  const newest = useReleaseById(releases.data?.[0]?.id ?? null);
  const error = releases.error ?? newest.error;
  if (!newest.data && error)
    return <LoadError title={loadFailed} error={error} onRetry={() => retryFailed(releases, newest)} />;
  if (!newest.data) return <Spinner label={common.loading} />;
  const problems = withKeys(content, findProblems(content));
  return (
    <Publication
      newest={newest.data}
      isFirst={releases.data?.length === 1}
      problems={problems}
      saved={saved}
      publish={publish}
    />
  );
}

interface PublicationProps extends PublishViewProps {
  readonly newest: Content;
  /** Only the installation's own release is published so far. */
  readonly isFirst: boolean;
  readonly problems: readonly Problem[];
}

function Publication({ newest, isFirst, problems, saved, publish }: PublicationProps) {
  const t = useNamespace('studio').publish;
  const content = useDraftContent();
  const changes = describeChanges(newest, content);
  const claims = useClaimAnswers(content);
  const jumps = findPriceJumps(newest, content, useChileanClock());
  const mayPublish = useMay('publish');
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
            label={t.publish}
            disabled={!saved || problems.length > 0}
            jumps={jumps}
            claims={isFirst ? claims : null}
            publish={publish}
          />
        ) : (
          <Notice tone="info">{t.byAdministrator}</Notice>
        )}
        {mayPublish && !saved && <p className="text-small text-ink-soft">{t.notSaved}</p>}
        <p className="text-small text-ink-soft">{t.fallback}</p>
      </section>
    </div>
  );
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
