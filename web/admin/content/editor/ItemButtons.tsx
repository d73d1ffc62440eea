import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { moveItem } from '../model/lists.ts';
import { readAt, writeAt } from '../model/tree.ts';
import { useSelected, useStudio } from '../studio.ts';
import { SmallIconButton } from '../../parts/SmallButton.tsx';

interface PartProps {
  readonly path: ContentPath;
  readonly name: string;
}

/** None in a list that is about to go. */
const itemsAt = (content: Content, list: ContentPath) =>
  (readAt(content, list) ?? []) as readonly { readonly id?: string }[];

/** Moves an item of a list up or down, and announces its new place. */
export function MoveButtons({ path, name }: PartProps) {
  const t = useNamespace('studio').list;
  const { edit, say } = useStudio();
  const list = path.slice(0, -1);
  const length = useSelected((content) => itemsAt(content, list).length);
  const own = path.at(-1);
  const place = useSelected((content) => itemsAt(content, list).findIndex(({ id }) => id === own));
  const index = typeof own === 'number' ? own : place;
  const move = (to: number) => {
    edit((content) => moveItem(content, list, index, to));
    say(t.moved(name, to + 1, length));
  };
  return (
    <>
      <SmallIconButton
        label={t.up(name)}
        icon={<ArrowUp size={20} />}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      />
      <SmallIconButton
        label={t.down(name)}
        icon={<ArrowDown size={20} />}
        disabled={index === length - 1}
        onClick={() => move(index + 1)}
      />
    </>
  );
}

interface RemoveButtonProps extends PartProps {
  /** How many other parts refer to it: it cannot be removed before them. */
  readonly uses?: number;
  readonly onRemoved?: () => void;
}

/** Removes a part of the document after a question. */
export function RemoveButton({ path, name, uses = 0, onRemoved }: RemoveButtonProps) {
  const t = useNamespace('studio');
  const { edit, say } = useStudio();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const remove = () => {
    close();
    edit((content) => writeAt(content, path, undefined));
    onRemoved?.();
    say(t.editor.removed(name));
  };
  return (
    <>
      <SmallIconButton
        label={t.list.remove(name)}
        icon={<Trash2 size={20} />}
        isDanger
        onClick={() => setAsking(true)}
      />
      {asking && (
        <ConfirmDialog
          title={t.editor.removeTitle(name)}
          disabled={uses > 0}
          onConfirm={remove}
          onClose={close}
        >
          <p>{uses > 0 ? t.editor.inUse(String(uses)) : t.editor.removeText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
