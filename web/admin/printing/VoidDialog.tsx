import { useState } from 'react';
import { maxVoidReasonCharacters, voidReceipt, type PrintedReceipt } from '../../data/fleet/printedCards.ts';
import { TextArea } from '../../forms/TextArea.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { FormDialog } from '../parts/dialogs.tsx';
import { useChange } from '../parts/useChange.ts';
import { detailOf } from './columns.tsx';

export interface VoidDialogProps {
  readonly receipt: PrintedReceipt;
  readonly onVoided: (message: string) => void;
  readonly onClose: () => void;
}

/** Voids a receipt with a reason: row and folio stay, and its page says that it does not count. */
export function VoidDialog({ receipt, onVoided, onClose }: VoidDialogProps) {
  const { voiding: t, folio } = useNamespace('printing');
  const [reason, setReason] = useState('');
  const [isLacking, setLacking] = useState(false);
  const { busy, errorText, run } = useChange(
    () => voidReceipt(receipt.id, reason),
    () => onVoided(t.done),
  );
  return (
    <FormDialog
      title={t.title}
      action={t.confirm}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        setLacking(reason.trim() === '');
        if (reason.trim() !== '') run();
      }}
      onClose={onClose}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">
        {folio(String(receipt.folio))} · {detailOf(receipt)}
      </p>
      <p>{t.text}</p>
      <TextArea
        label={t.reason}
        rows={2}
        value={reason}
        maxLength={maxVoidReasonCharacters}
        error={isLacking ? t.required : undefined}
        onChange={(next) => {
          setReason(next);
          setLacking(false);
        }}
      />
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </FormDialog>
  );
}
