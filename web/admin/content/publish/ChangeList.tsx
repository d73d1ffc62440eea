import { ArrowRight, TriangleAlert } from 'lucide-react';
import type { ContentChange } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import type { PriceJump } from '../../../../shared/content/priceJumps.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useFormat } from '../../parts/useFormat.ts';
import { itemPath } from '../model/items.ts';
import { isWithin, keyOf, shapeAt } from '../model/tree.ts';
import { changeName, describeValue, itemNameAt, partOf, type ContentMessages } from '../names.ts';

interface ChangeListProps {
  readonly changes: readonly ContentChange[];
  readonly before: Content;
  readonly after: Content;
  /** Prices to point out. */
  readonly jumps?: readonly PriceJump[];
}

/** Changes of one item beside each other, in the order of their first ones. */
const groupByItem = (changes: readonly ContentChange[]) =>
  [...Map.groupBy(changes, ({ path }) => keyOf(itemPath(path))).values()].map((own) => ({
    path: itemPath(own[0]!.path),
    own,
  }));

/** Changes in words, by item: «Las Condes: Precio $22.000 → $24.000». */
export function ChangeList({ changes, before, after, jumps = [] }: ChangeListProps) {
  const t = useNamespace('studio');
  const describeJump = useDescribeJump();
  return (
    <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
      {groupByItem(changes).map(({ path, own }) => (
        <li key={keyOf(path)} className="flex flex-col gap-1.5 px-4 py-3">
          <p className="font-semibold">
            <span>{itemNameAt(after, path, t) ?? itemNameAt(before, path, t) ?? t.parts[partOf(path)]}</span>
            {/* A part that is one item has its name already. */}
            {path.length > 1 && (
              <span className="ml-1 text-small font-normal text-ink-soft">{t.parts[partOf(path)]}</span>
            )}
          </p>
          <ul className="flex flex-col gap-1.5 text-small">
            {own.map((change) => (
              <li key={keyOf(change.path)}>
                <Change change={change} before={before} after={after} t={t} />
                {jumps
                  .filter(({ path: amount }) => isWithin(amount, change.path))
                  .map((jump) => (
                    <p
                      key={keyOf(jump.path)}
                      className="mt-1 flex w-fit items-center gap-2 rounded-control bg-accent-soft px-3 py-1 font-semibold text-accent"
                    >
                      <TriangleAlert size={18} className="shrink-0" aria-hidden="true" />
                      {describeJump(jump)}
                    </p>
                  ))}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

interface ChangeProps extends Omit<ChangeListProps, 'changes' | 'jumps'> {
  readonly change: ContentChange;
  readonly t: ContentMessages;
}

function Change({ change, before, after, t }: ChangeProps) {
  const { plainDay } = useFormat();
  const { kind, path } = change;
  const field = changeName(path, kind === 'removed' ? before : after, t, plainDay);
  if (kind === 'moved') return <p>{t.changes.moved}</p>;
  if (field === '') return <p>{kind === 'added' ? t.changes.added : t.changes.removed}</p>;
  const name = String(path.findLast((step) => typeof step === 'string') ?? '');
  const [old, present] = [change.before, change.after];
  const label = <span className="text-ink-soft">{field}: </span>;
  const describe = (value: unknown, content: Content) =>
    describeValue(value, name, shapeAt(content, path), content, t, plainDay);
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 [overflow-wrap:anywhere] whitespace-pre-line">
      {label}
      {kind !== 'added' && <del className="text-ink-soft">{describe(old, before)}</del>}
      {kind === 'changed' && (
        <ArrowRight size={16} className="shrink-0 text-ink-soft" aria-label={t.changes.becomes} />
      )}
      {kind !== 'removed' && <ins className="font-semibold no-underline">{describe(present, after)}</ins>}
    </p>
  );
}

/** A marked price in a few words: «baja 90 %». */
export function useDescribeJump(): (jump: PriceJump) => string {
  const t = useNamespace('studio').publish.jumps;
  return ({ before, percent, isLow }) => {
    const change =
      percent === null
        ? before === 0 && t.fromZero
        : t[percent < 0 ? 'falls' : 'rises'](String(Math.abs(percent)));
    return [change, isLow && t.low].filter(Boolean).join(', ');
  };
}
