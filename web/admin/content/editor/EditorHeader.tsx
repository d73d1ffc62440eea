import { ArrowDown, ArrowLeft, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { countReferences } from '../model/lists.ts';
import { readAt } from '../model/tree.ts';
import { itemNameAt, partOf } from '../names.ts';
import { useSelected, useStudio } from '../studio.ts';
import { RemoveQuestion } from './RemoveQuestion.tsx';
import { useMoveItem, isRemovable, useRemoveItem } from './useItemActs.ts';

interface ItemProps {
  readonly path: ContentPath;
}

export interface EditorHeaderProps extends ItemProps {
  readonly narrow: boolean;
}

/** The name of the open item, and the acts on it as a whole. */
export function EditorHeader({ path, narrow }: EditorHeaderProps) {
  const t = useNamespace('studio');
  const { open } = useStudio();
  const [asking, setAsking] = useState(false);
  const name = useSelected((content) => itemNameAt(content, path, t) ?? '');
  const removable = useSelected((content) => isRemovable(content, path));
  return (
    <div className="flex flex-wrap items-start gap-x-2">
      <IconButton
        size="compact"
        label={t.editor.back}
        icon={<ArrowLeft size={22} />}
        className={narrow ? '-ml-2' : '-ml-2 lg:hidden'}
        onClick={() => open([])}
      />
      <div className="min-w-0 flex-1">
        <p className="text-small text-ink-soft">{t.parts[partOf(path)]}</p>
        <h3 tabIndex={-1} className="headline text-lead [overflow-wrap:anywhere] focus-visible:outline-none">
          {name}
        </h3>
      </div>
      {path.length > 1 && <MoveButtons path={path} name={name} />}
      {removable && (
        <IconButton
          size="compact"
          label={t.list.remove(name)}
          icon={<Trash2 size={20} />}
          className="text-danger hover:bg-danger-soft hover:text-danger"
          onClick={() => setAsking(true)}
        />
      )}
      {asking && <RemoveDialog path={path} name={name} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface NamedProps extends ItemProps {
  readonly name: string;
}

function MoveButtons({ path, name }: NamedProps) {
  const t = useNamespace('studio').list;
  const move = useMoveItem();
  const isOwn = ({ id }: { readonly id: string }) => id === path.at(-1);
  const listOf = (content: Content) =>
    readAt(content, path.slice(0, -1)) as readonly { readonly id: string }[];
  const index = useSelected((content) => listOf(content).findIndex(isOwn));
  const last = useSelected((content) => listOf(content).length - 1);
  return (
    <>
      <IconButton
        size="compact"
        label={t.up(name)}
        icon={<ArrowUp size={20} />}
        disabled={index === 0}
        onClick={() => move(path, -1)}
      />
      <IconButton
        size="compact"
        label={t.down(name)}
        icon={<ArrowDown size={20} />}
        disabled={index === last}
        onClick={() => move(path, 1)}
      />
    </>
  );
}

/** Asks before an item is removed, or says that others still refer to it. */
function RemoveDialog({ path, name, onClose }: NamedProps & { readonly onClose: () => void }) {
  const t = useNamespace('studio').editor;
  const remove = useRemoveItem();
  const uses = useSelected((content) => countReferences(content, path));
  if (uses > 0)
    return (
      <ConfirmDialog title={t.removeTitle(name)} action={t.understood} onConfirm={onClose} onClose={onClose}>
        <p>{t.inUse(String(uses))}</p>
      </ConfirmDialog>
    );
  return <RemoveQuestion name={name} onConfirm={() => remove(path, name)} onClose={onClose} />;
}
