import { maxVoidReasonCharacters, voidReceipt, type PrintedReceipt } from '../../data/cards/printedCards.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { detailOf, folioOf } from './columns.tsx';

export interface VoidDialogProps {
  readonly receipt: PrintedReceipt;
  readonly onVoided: (message: string) => void;
  readonly onClose: () => void;
}

/** Voids a receipt with a reason: row and folio stay, and its page says that it does not count. */
export function VoidDialog({ receipt, onVoided, onClose }: VoidDialogProps) {
  const { voiding: t } = useNamespace('printing');
  return (
    <ReasonDialog
      title={t.title}
      action={t.confirm}
      label={t.reason}
      maxCharacters={maxVoidReasonCharacters}
      save={(reason) => voidReceipt(receipt.id, reason)}
      onSaved={() => onVoided(t.done)}
      onClose={onClose}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">
        {folioOf(receipt)} · {detailOf(receipt)}
      </p>
      <p>{t.text}</p>
    </ReasonDialog>
  );
}
