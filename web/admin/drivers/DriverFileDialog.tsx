import { importDrivers, type MadeInvitation } from '../../data/drivers/invitations.ts';
import { findSubjects } from '../../data/files/fileSubjects.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog } from '../parts/files/ImportDialog.tsx';
import { driverFile, planDrivers } from './driverFile.ts';

export interface DriverFileDialogProps {
  readonly onSaved: (message: string, invitations: readonly MadeInvitation[]) => void;
  readonly onClose: () => void;
}

/** Changes the drivers of a file, and invites the new ones. */
export default function DriverFileDialog({ onSaved, onClose }: DriverFileDialogProps) {
  const { file } = useNamespace('newDrivers');
  const { driver: labels } = useMessages();
  return (
    <ImportDialog
      format={driverFile}
      words={file}
      fields={labels.short}
      plan={async (lines) =>
        planDrivers(lines, await findSubjects(lines.map(({ cells }) => cells.driverCode ?? '')))
      }
      save={importDrivers}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
