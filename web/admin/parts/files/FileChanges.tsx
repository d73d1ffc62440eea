import { useNamespace } from '../../../i18n/namespaces.ts';
import { useFormat } from '../useFormat.ts';
import type { PlannedLine } from './importFile.ts';

/** Lines shown before the others are only counted. */
const linesShown = 60;
const kinds = ['new', 'changed', 'removed', 'same'] as const;

export interface FileChangesProps {
  readonly planned: readonly PlannedLine<unknown>[];
  readonly fields: Readonly<Record<string, string>>;
}

/** The changes that a file makes, in numbers and line by line. */
export function FileChanges({ planned, fields }: FileChangesProps) {
  const { importing: t } = useNamespace('admin');
  const format = useFormat();
  const counts = kinds.flatMap((kind) => {
    const { length } = planned.filter((each) => each.kind === kind);
    return length > 0 ? [t.counts[kind](format.count(length))] : [];
  });
  const changing = planned.filter(({ kind }) => kind !== 'same');
  const rest = changing.length - linesShown;
  return (
    <>
      <p className="font-semibold">{counts.join(' · ')}</p>
      {changing.length === 0 && <p>{t.nothing}</p>}
      <ul className="w-full divide-y divide-line rounded-control border border-line px-3 text-small empty:hidden">
        {changing.slice(0, linesShown).map(({ line, name, kind, changes }) => (
          <li
            key={`${line} ${name}`}
            className="flex flex-wrap justify-between gap-x-4 py-1.5 [overflow-wrap:anywhere]"
          >
            <span>
              {line !== null && <span className="text-ink-soft">{t.line(format.count(line))} </span>}
              <span>{name}</span>
              {(kind === 'new' || kind === 'removed') && <span>{` · ${t.kinds[kind]}`}</span>}
            </span>
            <span className="tabular-nums">
              {changes
                .map(({ column, before, after }) => {
                  const value =
                    kind === 'changed' ? t.change(before || t.blank, after || t.blank) : before || after;
                  return `${fields[column]}: ${value}`;
                })
                .join(' · ')}
            </span>
          </li>
        ))}
        {rest > 0 && <li className="py-1.5 text-ink-soft">{t.moreLines(format.count(rest))}</li>}
      </ul>
    </>
  );
}
