import { useState } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { useFormat } from '../../parts/useFormat.ts';
import type { Side } from '../model/join.ts';
import { keyOf, readAt, shapeAt } from '../model/tree.ts';
import { fieldNames, itemNameAt, textLines, partOf } from '../names.ts';
import type { DraftConflict, DraftStore } from './draftStore.ts';

export interface ConflictDialogProps {
  /** The content with the edits of this device. */
  readonly mine: Content;
  readonly conflict: DraftConflict;
  readonly onDecide: DraftStore['decide'];
  /** Decides later. */
  readonly onClose: () => void;
}

/** Shown when somebody else has saved the same fields meanwhile: both texts of each, to choose one. */
export function ConflictDialog({ mine, conflict, onDecide, onClose }: ConflictDialogProps) {
  const t = useNamespace('studio').conflict;
  const { by, theirs, joined } = conflict;
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  return (
    <FormDialog
      title={t.title}
      disabled={chosen.size < joined.disputed.length}
      onSubmit={() => onDecide((key) => chosen.get(key) ?? 'theirs')}
      onClose={onClose}
    >
      <p>{t.text(by || t.somebody)}</p>
      {joined.disputed.map((path) => (
        <Dispute
          key={keyOf(path)}
          path={path}
          sides={{ mine, theirs: theirs.content }}
          chosen={chosen.get(keyOf(path))}
          onChoose={(side) => setChosen((before) => new Map(before).set(keyOf(path), side))}
        />
      ))}
    </FormDialog>
  );
}

interface DisputeProps {
  readonly path: ContentPath;
  readonly sides: Readonly<Record<Side, Content>>;
  readonly chosen: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

/** One field in both versions: the lines in which they differ. */
function Dispute({ path, sides, chosen, onChoose }: DisputeProps) {
  const t = useNamespace('studio');
  const { plainDay } = useFormat();
  const linesIn = (content: Content) => {
    const shape = shapeAt(sides.mine, path) ?? shapeAt(sides.theirs, path);
    return textLines(readAt(content, path), String(path.at(-1)), shape, content, t, plainDay);
  };
  const lines = { mine: linesIn(sides.mine), theirs: linesIn(sides.theirs) };
  const name = itemNameAt(sides.mine, path, t) ?? itemNameAt(sides.theirs, path, t) ?? t.parts[partOf(path)];
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 font-semibold [overflow-wrap:anywhere]">
        {[name, fieldNames(path, t)].filter(Boolean).join(', ')}
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => {
          const other = lines[side === 'mine' ? 'theirs' : 'mine'];
          const own = lines[side].filter((line) => !other.includes(line));
          return (
            <div
              key={side}
              className={classes(
                'flex min-w-0 flex-col justify-between gap-3 rounded-control border-2 p-3 text-small',
                chosen === side ? 'border-accent bg-accent-soft' : 'border-line',
              )}
            >
              <div className="[overflow-wrap:anywhere] whitespace-pre-line">
                {(own.length > 0 ? own : lines[side]).map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </div>
              <Button
                size="compact"
                variant="secondary"
                aria-pressed={chosen === side}
                onClick={() => onChoose(side)}
              >
                {t.conflict[side]}
              </Button>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
