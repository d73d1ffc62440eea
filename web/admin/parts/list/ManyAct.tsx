import { useState } from 'react';
import { useAction } from '../../../forms/useAction.ts';
import { useDescribeError } from '../../../i18n/describeError.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Optional } from '../../../ui/Boundary.tsx';
import { PopoverButton } from '../PopoverButton.tsx';
import type { RecordAct, RecordChange } from '../record/acts.tsx';
import { useOnDone } from '../section.ts';
import { useReloading } from '../useChange.ts';
import { useFormat } from '../useFormat.ts';
import type { Selection } from './useSelection.ts';
import { SmallButton } from '../SmallButton.tsx';

interface ManyActProps<Row> {
  readonly act: RecordAct<Row>;
  readonly selection: Selection<Row>;
  readonly nameOf: (row: Row) => string;
}

/**
 * Changes rows one after the other, and says in one message what was done and which rows failed for what reason. Those stay
 * ticked.
 */
function useChangeEach<Row>(rows: readonly Row[], { act, selection, nameOf }: ManyActProps<Row>) {
  const { selection: t } = useNamespace('admin');
  const format = useFormat();
  const describeError = useDescribeError();
  const reloading = useReloading();
  const say = useOnDone();
  return useAction(async (change: RecordChange<Row>) => {
    const done: ((count: number, shown: string) => string)[] = [];
    const failed: { readonly row: Row; readonly reason: string }[] = [];
    const changeOne = async (row: Row) => {
      try {
        const { one, many = () => one } = await change(row);
        done.push(many);
      } catch (error) {
        const reason = (act.describeError ?? describeError)(error).replace(/\.$/, '');
        failed.push({ row, reason });
      }
    };
    await reloading(async () => {
      for (const row of rows) await changeOne(row);
    });
    const outcomes = Array.from(
      Map.groupBy(done, (tell) => tell),
      ([tell, { length }]) => tell(length, format.count(length)),
    );
    const failures = Array.from(
      Map.groupBy(failed, ({ reason }) => reason),
      ([reason, some]) => t.failed(some.map(({ row }) => nameOf(row)).join(', '), reason),
    );
    selection.set(failed.map(({ row }) => row));
    say([...outcomes, ...failures].join(' '), failed.length > 0);
  });
}

/** The button of an act on all ticked rows that have it; without one it is disabled. */
export function ManyAct<Row>(props: ManyActProps<Row>) {
  const { act, selection } = props;
  const { title, icon, isFor = () => true, change, renderDialog, renderChoices } = act;
  const rows = selection.chosen.filter(isFor);
  const [first, ...others] = rows;
  const [isOpen, setOpen] = useState(false);
  const { busy, run } = useChangeEach(rows, props);
  const button = { icon, busy, disabled: !first, children: title };
  if (renderChoices)
    return (
      <PopoverButton className="w-76" renderButton={(trigger) => <SmallButton {...trigger} {...button} />}>
        {(close) => first && renderChoices([first, ...others], close, run)}
      </PopoverButton>
    );
  const close = () => setOpen(false);
  const finish = () => {
    selection.set([]);
    close();
  };
  return (
    <>
      <SmallButton {...button} onClick={() => (change ? run(change) : setOpen(true))} />
      {isOpen && first && <Optional>{renderDialog?.([first, ...others], close, finish)}</Optional>}
    </>
  );
}
