import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListShape } from '../../../../shared/content/shape.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { addItem } from '../model/lists.ts';
import { readAt } from '../model/tree.ts';
import { fieldName } from '../names.ts';
import { useSelected, useStudio } from '../studio.ts';
import { useError, type ShapeFieldProps } from './useField.ts';
import { MoveButtons, RemoveButton } from './ItemButtons.tsx';

interface ListFieldProps extends ShapeFieldProps<ListShape> {
  readonly renderItem: (item: ShapeFieldProps) => ReactNode;
}

/** A list within an item, for example the stops of a tour. */
export function ListField({ path, shape, name, renderItem }: ListFieldProps) {
  const t = useNamespace('studio');
  const { edit } = useStudio();
  const length = useSelected(
    (content) => (readAt(content, path) as readonly unknown[] | undefined)?.length ?? 0,
  );
  const error = useError(path, shape);
  const singular = t.singular[name as keyof typeof t.singular];
  const items = Array.from({ length }, (_, index) => ({
    path: [...path, index],
    name: `${singular} ${index + 1}`,
  }));
  return (
    <div className="flex flex-col gap-3">
      <h4 className="font-semibold">{fieldName(t, name)}</h4>
      {error && <p className="text-small font-medium text-danger">{error}</p>}
      <ol className="flex flex-col gap-3">
        {items.map((item, index) => (
          <li key={item.name} className="rounded-control border border-line px-3 pb-3">
            <div className="flex items-center">
              <p className="flex-1 text-small font-semibold text-ink-soft">{item.name}</p>
              <MoveButtons {...item} index={index} length={length} />
              <RemoveButton {...item} />
            </div>
            {renderItem({ path: item.path, shape: shape.of, name })}
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
        {t.editor.addField(singular)}
      </Button>
    </div>
  );
}
