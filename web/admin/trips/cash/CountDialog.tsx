import { formatPesos } from '../../../../shared/content/pesos.ts';
import { countCash, type DriverCash } from '../../../data/trips/cash.ts';
import { TextArea } from '../../../forms/TextArea.tsx';
import { TextField } from '../../../forms/TextField.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { parsePesos } from '../../../util/parseWhole.ts';
import { newUuid } from '../../../util/uuid.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { useChangeForm } from '../../parts/useChange.ts';
import { useDone } from '../TripChanges.tsx';

interface CountDialogProps {
  readonly row: DriverCash;
  readonly onClose: () => void;
}

/** Takes in the cash that a driver holds; the sum stands there already. */
export function CountDialog({ row, onClose }: CountDialogProps) {
  const onDone = useDone();
  const t = useNamespace('trips').cash;
  const { driver_name: name, to_hand_over: expected } = row;
  const form = useChangeForm({
    initial: { id: newUuid(), handed: String(Math.max(0, expected)), note: '' },
    check: ({ handed }) => (typeof parsePesos(handed) === 'number' ? {} : { handed: 'amount' }),
    phrases: { amount: t.wrongAmount, edit_conflict: t.changedMeanwhile },
    save: async ({ id, handed, note }) => {
      const pesos = parsePesos(handed) ?? 0;
      await countCash({ id, driver: row.id, expected, handed: pesos, note });
      return pesos;
    },
    onSaved: (pesos) => {
      onClose();
      onDone(t.received(formatPesos(pesos), name));
    },
  });
  return (
    <FormDialog title={t.receiveFrom(name)} action={t.receive} form={form} onClose={onClose}>
      <p className="font-semibold">{t.expected(formatPesos(expected))}</p>
      <TextField label={t.handed} inputMode="numeric" autoComplete="off" {...form.field('handed')} />
      <TextArea label={t.note} rows={2} maxLength={300} {...form.control('note')} />
    </FormDialog>
  );
}
