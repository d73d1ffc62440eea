import { useState } from 'react';
import type { Content } from '../../../../shared/content/content.ts';

/** Claims of the first release that no software can keep: only the company knows whether they are true. */
const confirmable = ['gps', 'monitoring', 'insurance'] as const;
export type ConfirmableClaim = (typeof confirmable)[number];

export interface ClaimAnswers {
  /** Whether the company keeps each promise; null: not answered yet. */
  readonly answers: readonly { readonly claim: ConfirmableClaim; readonly stored: boolean | null }[];
  readonly setStored: (claim: ConfirmableClaim, stored: boolean) => void;
}

/**
 * The answers about the claims of a draft. A claim that is switched off is a no, wherever it was switched off; a yes
 * counts until this screen closes. A claim that the company has deleted is not asked about.
 */
export function useClaimAnswers({ claims }: Content): ClaimAnswers {
  const [stored, setStored] = useState<ReadonlySet<ConfirmableClaim>>(new Set());
  const shown = new Map(claims.map((claim) => [claim.id, claim.shown]));
  return {
    answers: confirmable
      .filter((claim) => shown.has(claim))
      .map((claim) => ({ claim, stored: shown.get(claim) ? stored.has(claim) || null : false })),
    setStored: (claim, isStored) =>
      setStored((all) => new Set([...all, claim].filter((each) => each !== claim || isStored))),
  };
}
