import { useId, useState } from 'react';
import type { Content } from '../../../../shared/content/content.ts';
import { RadioField } from '../../../forms/RadioField.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { writeAt } from '../model/tree.ts';
import { useStudio } from '../studio.ts';

interface ClaimQuestionsProps extends ClaimAnswers {
  /** Points out the questions without an answer. */
  readonly missing: boolean;
}

/** Asks, before the first publication, which promises of the first release the company keeps. */
export function ClaimQuestions({ answers, setStored, missing }: ClaimQuestionsProps) {
  const t = useNamespace('studio').publish.claims;
  const { edit } = useStudio();
  const id = useId();
  const answer = (claim: ConfirmableClaim, stored: boolean) => {
    edit((content) => writeAt(content, ['claims', claim, 'shown'], stored));
    setStored(claim, stored);
  };
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-control border border-line-strong p-4"
    >
      <div>
        <h3 id={id} className="headline text-lead">
          {t.title}
        </h3>
        <p className="text-small text-ink-soft">{t.hint}</p>
      </div>
      {answers.map(({ claim, stored }) => (
        <RadioField
          key={claim}
          label={t.questions[claim]}
          value={stored === null ? '' : stored ? 'yes' : 'no'}
          options={(['yes', 'no'] as const).map((value) => ({ value, label: t[value] }))}
          error={missing && stored === null ? t.missing : undefined}
          onChange={(value) => answer(claim, value === 'yes')}
        />
      ))}
    </section>
  );
}

/** Claims of the first release that no software can keep: only the company knows whether they are true. */
const confirmable = ['gps', 'monitoring', 'insurance'] as const;
type ConfirmableClaim = (typeof confirmable)[number];

export type ClaimAnswers = ReturnType<typeof useClaimAnswers>;

/**
 * The answers about the claims of a draft. A claim that is switched off is a no, wherever it was switched off; a yes
 * counts until this screen closes. A claim that the company has deleted is not asked about.
 */
export function useClaimAnswers({ claims }: Content) {
  const [stored, setStored] = useState<ReadonlySet<ConfirmableClaim>>(new Set());
  const shown = new Map(claims.map((claim) => [claim.id, claim.shown]));
  return {
    answers: confirmable
      .filter((claim) => shown.has(claim))
      // Whether the company keeps the promise; null: not answered yet.
      .map((claim) => ({ claim, stored: shown.get(claim) ? stored.has(claim) || null : false })),
    setStored: (claim: ConfirmableClaim, isStored: boolean) =>
      setStored((all) => new Set([...all, claim].filter((each) => each !== claim || isStored))),
  };
}
