import type { ReactNode } from 'react';
import { useAction } from '../../../forms/useAction.ts';
import { useDescribeError } from '../../../i18n/describeError.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import type { SectionProps } from '../section.ts';
import { useReloading } from '../useChange.ts';
import type { Selection } from './useSelection.ts';

export interface ManyButtonProps<Row, Result> extends Pick<SectionProps, 'onDone'> {
  readonly selection: Selection<Row>;
  /** Leaves out ticked rows that the act is not for; without one that it is for, the button is disabled. */
  readonly isFor: (row: Row) => boolean;
  readonly change: (row: Row) => Promise<Result>;
  readonly nameOf: (row: Row) => string;
  /** Says what was done. */
  readonly describe: (done: readonly Result[]) => string;
  readonly icon: ReactNode;
  readonly children: string;
}

/**
 * Does the same to every ticked row, each on its own, and says in one message what was done and which rows failed for what
 * reason. Those stay ticked.
 */
export function ManyButton<Row, Result>(props: ManyButtonProps<Row, Result>) {
  const { selection, isFor, change, nameOf, describe, onDone, icon, children } = props;
  const { selection: t } = useNamespace('admin');
  const describeError = useDescribeError();
  const reloading = useReloading();
  const rows = selection.chosen.filter(isFor);

  const { busy, run } = useAction(async () => {
    const outcomes = await reloading(() => Promise.allSettled(rows.map((row) => change(row))));
    const done = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const failed = new Map<string, Row[]>();
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue;
      const reason = describeError(outcome.reason).replace(/\.$/, '');
      failed.set(reason, [...(failed.get(reason) ?? []), rows[index]!]);
    }
    const failures = [...failed].map(([reason, some]) => t.failed(some.map(nameOf).join(', '), reason));
    selection.set([...failed.values()].flat());
    onDone([...(done.length > 0 ? [describe(done)] : []), ...failures].join(' '), failed.size > 0);
  });

  return (
    <Button
      size="compact"
      variant="secondary"
      icon={icon}
      busy={busy}
      disabled={rows.length === 0}
      onClick={() => run()}
    >
      {children}
    </Button>
  );
}
