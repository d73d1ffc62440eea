import { useNamespace } from '../../../i18n/namespaces.ts';
import { useFormat } from '../useFormat.ts';
import type { CellChange, PlannedLine } from './importFile.ts';

/** Lines shown before the others are only counted. */
const linesShown = 60;
/** In this order; a file that adds or changes nothing says so with a zero. */
const kinds = ['new', 'changed', 'removed', 'same'] as const;

export interface FileChangesProps {
  readonly planned: readonly PlannedLine<unknown>[];
  readonly fields: Readonly<Record<string, string>>;
}

/** The changes that a file makes, in numbers and line by line. */
export function FileChanges({ planned, fields }: FileChangesProps) {
  const { importing: t } = useNamespace('admin');
  const format = useFormat();
  const counts = kinds
    .map((kind) => ({ kind, count: planned.filter((each) => each.kind === kind).length }))
    .filter(({ kind, count }) => count > 0 || kind === 'new' || kind === 'changed');
  const changing = planned.filter(({ kind }) => kind !== 'same');
  const rest = changing.length - linesShown;
  return (
    <>
      <p className="font-semibold">
        {counts.map(({ kind, count }) => t.counts[kind](format.count(count))).join(' · ')}
      </p>
      {changing.length === 0 && <p>{t.nothing}</p>}
      {changing.length > 0 && (
        <ul className="w-full rounded-control border border-line px-3 text-small">
          {changing.slice(0, linesShown).map((each) => (
            <ChangedLine key={`${each.line} ${each.name}`} planned={each} fields={fields} />
          ))}
          {rest > 0 && <li className="py-1.5 text-ink-soft">{t.moreLines(format.count(rest))}</li>}
        </ul>
      )}
    </>
  );
}

interface ChangedLineProps extends Pick<FileChangesProps, 'fields'> {
  readonly planned: PlannedLine<unknown>;
}

function ChangedLine({ planned: { line, name, kind, changes }, fields }: ChangedLineProps) {
  const { importing: t } = useNamespace('admin');
  const format = useFormat();
  const describe = ({ column, before, after }: CellChange) =>
    `${fields[column]}: ${kind === 'changed' ? t.change(before || t.blank, after || t.blank) : after || before}`;
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5 last:border-b-0">
      <span className="[overflow-wrap:anywhere]">
        {line !== null && <span className="text-ink-soft">{t.line(format.count(line))} </span>}
        {name}
        {kind !== 'changed' && ` · ${kind === 'new' ? t.isNew : t.isRemoved}`}
      </span>
      <span className="[overflow-wrap:anywhere] tabular-nums">{changes.map(describe).join(' · ')}</span>
    </li>
  );
}
