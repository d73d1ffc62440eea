import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import { inviteDrivers, type MadeInvitation, type NewDriver } from '../../data/drivers/invitations.ts';
import { toDataError } from '../../data/errors.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog, type Saved } from '../parts/files/ImportDialog.tsx';
import type { ImportProblem, NumberedRow } from '../parts/files/importFile.ts';
import { driverFile } from './driverFile.ts';

export interface DriverFileDialogProps {
  readonly onInvited: (invitations: readonly MadeInvitation[]) => void;
  readonly onClose: () => void;
}

type Rows = readonly NumberedRow<NewDriver>[];

/** The lines with one of the values that the backend refused. */
function linesWith(
  rows: Rows,
  problem: Omit<ImportProblem, 'line'>,
  valueOf: (driver: NewDriver) => string,
  refused: string,
): readonly ImportProblem[] {
  const values = new Set(refused.split('\n'));
  return rows.filter(({ fields }) => values.has(valueOf(fields))).map(({ line }) => ({ ...problem, line }));
}

/** Invites the drivers of a file, all or none, and names the lines of codes that are taken and of unknown vehicles. */
async function importDrivers(rows: Rows): Promise<Saved<readonly MadeInvitation[]>> {
  try {
    return { result: await inviteDrivers(rows.map(({ fields }) => fields)) };
  } catch (error) {
    const { code, details } = toDataError(error);
    const problems =
      code === 'driver_code_taken'
        ? linesWith(rows, { column: 'driverCode', code: 'taken' }, (driver) => driver.driver_code, details)
        : code === 'vehicle_not_found'
          ? linesWith(
              rows,
              { column: 'licensePlate', code: 'no_vehicle' },
              (driver) => normalizePlate(driver.license_plate),
              details,
            )
          : [];
    if (problems.length === 0) throw error;
    return { problems };
  }
}

/** Invites the drivers of a file. */
export default function DriverFileDialog({ onInvited, onClose }: DriverFileDialogProps) {
  const { file } = useNamespace('newDrivers');
  const { driver: labels } = useMessages();
  return (
    <ImportDialog
      format={driverFile}
      words={file}
      fields={labels.short}
      save={importDrivers}
      onSaved={onInvited}
      onClose={onClose}
    />
  );
}
