import { importDrivers, type MadeInvitation } from '../../data/drivers/invitations.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog } from '../parts/files/ImportDialog.tsx';
import { recordPlanner } from '../parts/files/planRecords.ts';
import { driverFile } from './driverFile.ts';

export interface DriverFileDialogProps {
  readonly onSaved: (message: string, invitations: readonly MadeInvitation[]) => void;
  readonly onClose: () => void;
}

/** Changes the drivers of a file, and invites the new ones. */
export default function DriverFileDialog(props: DriverFileDialogProps) {
  const { file } = useNamespace('newDrivers');
  const { short } = useMessages().driver;
  const given = { format: driverFile, words: file, fields: short, plan: recordPlanner(driverFile) };
  return <ImportDialog {...given} {...props} save={importDrivers} />;
}
