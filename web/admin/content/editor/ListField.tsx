import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { ListShape, Shape } from '../../../../shared/content/shape.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { addItem, moveItem } from '../model/lists.ts';
import { readAt, writeAt } from '../model/tree.ts';
import { fieldName } from '../names.ts';
import { useSelected, useStudio } from '../studio.ts';
import { useError } from './EditorContext.tsx';

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
  const { edit, say } = useStudio();
  const length = useSelected(
    (content) => (readAt(content, path) as readonly unknown[] | undefined)?.length ?? 0,
  );
  const error = useError(path, shape);
  const one = (index: number) => `${t.singular[name as keyof typeof t.singular]} ${index + 1}`;
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
              onRemove={() => edit((content) => writeAt(content, [...path, index], undefined))}
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
