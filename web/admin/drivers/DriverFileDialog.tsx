import { importDrivers, type MadeInvitation } from '../../data/drivers/invitations.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog, type ImportOutcome } from '../parts/files/ImportDialog.tsx';
import { recordImport } from '../parts/files/planRecords.ts';
import { driverFile } from './columns.tsx';

const given = { ...recordImport(driverFile), save: importDrivers };

/** Changes the drivers of a file, and invites the new ones. */
export default function DriverFileDialog(outcome: ImportOutcome<[readonly MadeInvitation[]]>) {
  const { file } = useNamespace('newDrivers');
  const { short } = useMessages().driver;
  return <ImportDialog {...given} {...outcome} words={file} fields={short} />;
}
