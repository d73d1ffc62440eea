import { ArrowLeft } from 'lucide-react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { countReferences } from '../model/lists.ts';
import { readAt, shapeAt } from '../model/tree.ts';
import { itemNameAt, partOf } from '../names.ts';
import { useSelected, useStudio } from '../studio.ts';
import { MoveButtons, RemoveButton } from './ItemButtons.tsx';
import { SmallIconButton } from '../../parts/SmallButton.tsx';

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
  const name = useSelected((content) => itemNameAt(content, path, t) ?? '');
  const isInList = path.length > 1;
  const isRemovable = useSelected((content) => isInList || shapeAt(content, path)?.optional === true);
  const uses = useSelected((content) => countReferences(content, path));
  return (
    <div className="flex flex-wrap items-start gap-x-2">
      <SmallIconButton
        label={t.editor.back}
        icon={<ArrowLeft size={22} />}
        className={narrow ? '-ml-2' : '-ml-2 lg:hidden'}
        onClick={() => open([])}
      />
      <div className="min-w-0 flex-1">
        {/* A part that is one item has its name already. */}
        {isInList && <p className="text-small text-ink-soft">{t.parts[partOf(path)]}</p>}
        <h3 tabIndex={-1} className="headline text-lead [overflow-wrap:anywhere] focus-visible:outline-none">
          {name}
        </h3>
      </div>
      {isInList && <MoveInList path={path} name={name} />}
      {isRemovable && <RemoveButton path={path} name={name} uses={uses} onRemoved={() => open([])} />}
    </div>
  );
}

function MoveInList({ path, name }: ItemProps & { readonly name: string }) {
  const items = useSelected((content) => readAt(content, path.slice(0, -1))) as readonly {
    readonly id: string;
  }[];
  const index = items.findIndex(({ id }) => id === path.at(-1));
  return <MoveButtons path={path} name={name} index={index} length={items.length} />;
}
