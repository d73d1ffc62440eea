import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { ListShape, Shape } from '../../../../shared/content/shape.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { addItem, blankOf, moveItem } from '../model/lists.ts';
import { isSame } from '../model/same.ts';
import { readAt, writeAt } from '../model/tree.ts';
import { fieldName } from '../names.ts';
import { useSelected, useStudio } from '../studio.ts';
import { useError } from './EditorContext.tsx';
import { RemoveQuestion } from './RemoveQuestion.tsx';

export interface ListFieldProps {
  readonly path: ContentPath;
  readonly shape: ListShape;
  readonly name: string;
  readonly renderItem: (item: {
    readonly path: ContentPath;
    readonly shape: Shape;
    readonly name: string;
  }) => ReactNode;
}

/** A list within an item, for example the stops of a tour. */
export function ListField({ path, shape, name, renderItem }: ListFieldProps) {
  const t = useNamespace('studio');
  const { read, edit, say } = useStudio();
  const length = useSelected(
    (content) => (readAt(content, path) as readonly unknown[] | undefined)?.length ?? 0,
  );
  const error = useError(path, shape);
  const one = (index: number) => `${t.singular[name as keyof typeof t.singular]} ${index + 1}`;
  const [asking, setAsking] = useState<number | null>(null);
  const remove = (index: number) => {
    edit((content) => writeAt(content, [...path, index], undefined));
    setAsking(null);
    say(t.editor.removed(one(index)));
  };
  /** A blank item goes without a question. */
  const askRemove = (index: number) => {
    const content = read();
    const isBlank = isSame(readAt(content, [...path, index]), blankOf(shape.of, content));
    if (isBlank) remove(index);
    else setAsking(index);
  };
  const move = (from: number, to: number) => {
    edit((content) => moveItem(content, path, from, to));
    say(t.list.moved(one(from), to + 1, length));
  };
  return (
    <div className="flex flex-col gap-3">
      <h4 className="font-semibold">{fieldName(t, name)}</h4>
      {error && <p className="text-small font-medium text-danger">{error}</p>}
      <ol className="flex flex-col gap-3">
        {Array.from({ length }, (_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- these items have no other identity
          <li key={index} className="rounded-control border border-line px-3 pb-3">
            <ItemHeader
              label={one(index)}
              onUp={index > 0 ? () => move(index, index - 1) : null}
              onDown={index < length - 1 ? () => move(index, index + 1) : null}
              onRemove={() => askRemove(index)}
            />
            {renderItem({ path: [...path, index], shape: shape.of, name })}
          </li>
        ))}
      </ol>
      <Button
        size="compact"
        variant="secondary"
        icon={<Plus size={18} />}
        className="self-start"
        disabled={length >= shape.max}
        onClick={() => edit((content) => addItem(content, path)?.content ?? content)}
      >
        {t.editor.addField(t.singular[name as keyof typeof t.singular])}
      </Button>
      {asking !== null && (
        <RemoveQuestion name={one(asking)} onConfirm={() => remove(asking)} onClose={() => setAsking(null)} />
      )}
    </div>
  );
}

interface ItemHeaderProps {
  readonly label: string;
  /** Null at the beginning. */
  readonly onUp: (() => void) | null;
  /** Null at the end. */
  readonly onDown: (() => void) | null;
  readonly onRemove: () => void;
}

function ItemHeader({ label, onUp, onDown, onRemove }: ItemHeaderProps) {
  const t = useNamespace('studio').list;
  return (
    <div className="flex items-center">
      <p className="flex-1 text-small font-semibold text-ink-soft">{label}</p>
      <IconButton
        size="compact"
        label={t.up(label)}
        icon={<ArrowUp size={18} />}
        disabled={!onUp}
        onClick={() => onUp?.()}
      />
      <IconButton
        size="compact"
        label={t.down(label)}
        icon={<ArrowDown size={18} />}
        disabled={!onDown}
        onClick={() => onDown?.()}
      />
      <IconButton
        size="compact"
        label={t.remove(label)}
        icon={<Trash2 size={18} />}
        className="text-danger hover:bg-danger-soft hover:text-danger"
        onClick={onRemove}
      />
    </div>
  );
}
