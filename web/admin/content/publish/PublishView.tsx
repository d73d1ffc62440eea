import { Send } from 'lucide-react';
import { describeChanges } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { findPriceJumps } from '../../../../shared/content/priceJumps.ts';
import { findProblems } from '../../../../shared/content/problems.ts';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useDescribeError } from '../../../i18n/describeError.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { withKeys, type Problem } from '../document/itemProblems.ts';
import { useToday } from '../prices/useToday.ts';
import { useContent } from '../studio.ts';
import { ChangeList } from './ChangeList.tsx';
import { useClaimAnswers } from './claimAnswers.ts';
import { ProblemList } from './ProblemList.tsx';
import { PublishForm } from './PublishForm.tsx';
import { useRelease, useReleases } from './useReleases.ts';

export interface PublishViewProps {
  /** All work is in the database. */
  readonly saved: boolean;
  readonly publish: (note: string) => Promise<void>;
}

/** The changes that passengers will see, the problems that prevent a publication, and the form that publishes. */
export function PublishView({ saved, publish }: PublishViewProps) {
  const { common } = useMessages();
  const { loadFailed } = useNamespace('content').publish;
  const describe = useDescribeError();
  const content = useContent();
  const releases = useReleases();
  const newest = useRelease(releases.data?.[0]?.id ?? null);
  const error = releases.error ?? newest.error;
  if (!newest.data && error)
    return (
      <Notice tone="error">
        {loadFailed} {describe(error)}
      </Notice>
    );
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

/** Whether the policy reads differently under the number that drivers have accepted. */
function isPolicySilent({ policy: before }: Content, { policy: after }: Content): boolean {
  return before.version === after.version && JSON.stringify(before) !== JSON.stringify(after);
}

function Publication({ newest, isFirst, problems, saved, publish }: PublicationProps) {
  const t = useNamespace('content').publish;
  const content = useContent();
  const changes = describeChanges(newest, content);
  const claims = useClaimAnswers(content);
  const jumps = findPriceJumps(newest, content, useToday());
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
        <PublishForm
          label={t.publish}
          disabled={!saved || problems.length > 0}
          jumps={jumps}
          claims={isFirst ? claims : null}
          publish={publish}
        />
        {!saved && <p className="text-small text-ink-soft">{t.notSaved}</p>}
        <p className="text-small text-ink-soft">{t.fallback}</p>
      </section>
    </div>
  );
}
