import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';

export interface RowActionsProps {
  /** With the row's name: «Editar a Ana Soto». */
  readonly editLabel: string;
  readonly deleteLabel: string;
  readonly onEdit: () => void;
  /** Left out where the row cannot be deleted. */
  readonly onDelete?: (() => void) | undefined;
  readonly editButton?: Ref<HTMLButtonElement>;
  /** Further buttons, between the two. */
  readonly children?: ReactNode;
}

export function RowActions(props: RowActionsProps) {
  const { editLabel, deleteLabel, onEdit, onDelete, editButton, children } = props;
  return (
    <div className="flex gap-1">
      <IconButton
        ref={editButton}
        size="compact"
        label={editLabel}
        icon={<Pencil size={20} />}
        onClick={onEdit}
      />
      {children}
      {onDelete && (
        <IconButton
          size="compact"
          label={deleteLabel}
          icon={<Trash2 size={20} />}
          onClick={onDelete}
          className="text-danger hover:bg-danger-soft hover:text-danger"
        />
      )}
    </div>
  );
}
