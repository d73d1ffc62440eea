import { useId } from 'react';
import type { PriceJump } from '../../../../shared/content/priceJumps.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useDescribeJump } from './useDescribeJump.ts';

export interface JumpQuestionProps {
  /** At least one. */
  readonly jumps: readonly PriceJump[];
  readonly confirmed: boolean;
  /** A publication was tried without the confirmation. */
  readonly missing: boolean;
  readonly onConfirm: (confirmed: boolean) => void;
}

/** Asks a second time about prices that may be a slip of the hand. */
export function JumpQuestion({ jumps, confirmed, missing, onConfirm }: JumpQuestionProps) {
  const t = useNamespace('content').publish.jumps;
  const describe = useDescribeJump();
  const id = useId();
  const [only, ...others] = jumps;
  return (
    <Notice tone="info">
      <p>{t.question(jumps.length)}</p>
      <label className="mt-1 flex min-h-12 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={confirmed}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? id : undefined}
          onChange={(event) => onConfirm(event.target.checked)}
          className="size-6 shrink-0 accent-accent"
        />
        {only && others.length === 0 ? t.confirm(describe(only)) : t.confirmAll(jumps.length)}
      </label>
      {missing && (
        <p id={id} role="alert" className="text-small font-medium text-danger">
          {t.missing}
        </p>
      )}
    </Notice>
  );
}
