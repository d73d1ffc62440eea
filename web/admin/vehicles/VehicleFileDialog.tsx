import { FileDown } from 'lucide-react';
import { useId } from 'react';
import { toDataError } from '../../data/errors.ts';
import { insertVehicles, takenPlates } from '../../data/fleet/vehicles.ts';
import { useAction } from '../../forms/useAction.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { readFileText } from '../../util/csv.ts';
import { downloadText } from '../../util/download.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { FileField, FileProblems } from '../parts/FileField.tsx';
import { useReloading } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { emptyVehicleFile, readVehicles, type ReadVehicles, type VehicleProblem } from './vehicleFile.ts';

export interface VehicleFileDialogProps {
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Problems shown; a file in another format has one in each line. */
const problemsShown = 20;

/** Adds the vehicles of a file, all or none, and names the lines of plates that exist already. */
async function importVehicles({
  vehicles,
}: ReadVehicles & { kind: 'read' }): Promise<readonly VehicleProblem[]> {
  try {
    await insertVehicles(vehicles.map(({ fields }) => fields));
    return [];
  } catch (error) {
    if (toDataError(error).code !== '23505') throw error;
    const taken = await takenPlates(vehicles.map(({ fields }) => fields.license_plate));
    return vehicles
      .filter(({ fields }) => taken.has(fields.license_plate))
      .map(({ line }) => ({ line, column: 'license_plate', code: 'taken' }));
  }
}

/** A file that is read, and then sent. */
function useImport(onSaved: (message: string) => void) {
  const { done } = useNamespace('vehicles').file;
  const format = useFormat();
  const reloading = useReloading();
  const reading = useAction(async (file: File) => readVehicles(await readFileText(file)));
  const saving = useAction(async (read: ReadVehicles & { kind: 'read' }) => {
    const problems = await reloading(() => importVehicles(read));
    if (problems.length === 0) onSaved(done(format.count(read.vehicles.length)));
    return problems;
  });
  const { result } = reading;
  const problems = result?.kind === 'refused' ? result.problems : (saving.result ?? []);
  const read = result?.kind === 'read' && problems.length === 0 ? result : null;
  return {
    read,
    problems,
    errorText: reading.errorText ?? saving.errorText,
    busy: saving.busy,
    open: (file: File) => {
      saving.reset();
      reading.run(file);
    },
    save: () => {
      if (read) saving.run(read);
    },
  };
}

/** Reads vehicles from a file, and says how many there are or why the file is refused. */
export function VehicleFileDialog({ onSaved, onClose }: VehicleFileDialogProps) {
  const t = useNamespace('vehicles').file;
  const format = useFormat();
  const id = useId();
  const { read, problems, errorText, busy, open, save } = useImport(onSaved);
  return (
    <FormDialog
      title={t.title}
      action={t.take}
      busy={busy}
      disabled={!read}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onClose={onClose}
      formClass="flex flex-col items-start gap-4"
    >
      <FileField id={id} label={t.file} hint={t.hint} onFile={open} />
      <Button
        size="compact"
        variant="secondary"
        icon={<FileDown size={20} />}
        onClick={() => downloadText(emptyVehicleFile(), t.templateName, 'text/csv')}
      >
        {t.template}
      </Button>
      {errorText && <Notice tone="error">{errorText}</Notice>}
      {read && <p className="font-semibold">{t.found(format.count(read.vehicles.length))}</p>}
      {problems.length > 0 && <Refused problems={problems} />}
    </FormDialog>
  );
}

function Refused({ problems }: { readonly problems: readonly VehicleProblem[] }) {
  const { errors } = useMessages();
  const { file: t, fields } = useNamespace('vehicles');
  const format = useFormat();
  const describe = ({ line, column, code }: VehicleProblem) => {
    const reason = Object.hasOwn(t.problems, code)
      ? t.problems[code as keyof typeof t.problems]
      : errors.field[code as keyof typeof errors.field];
    return `${t.line(format.count(line))} ${column ? `${fields[column]}: ` : ''}${reason}`;
  };
  const rest = problems.length - problemsShown;
  return (
    <FileProblems title={t.refused} problems={problems.slice(0, problemsShown).map(describe)}>
      {rest > 0 && <p>{t.more(format.count(rest))}</p>}
    </FileProblems>
  );
}
