import type { Account } from '../../data/accounts/users.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvFlag, csvTime } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';

/** The columns of a file of accounts. */
export async function loadUserColumns(): Promise<readonly ExportColumn<Account>[]> {
  const { roles } = await loadNamespace('admin', 'es');
  return [
    ['correo', ({ email }) => email],
    ['conductor', ({ driver }) => driver?.name ?? ''],
    ['patente', ({ driver }) => driver?.license_plate ?? ''],
    ['rol', ({ role }) => roles[role]],
    ['bloqueado', ({ blocked }) => csvFlag(blocked)],
    ['creado', ({ created_at: time }) => csvTime(time)],
    ['último ingreso', ({ last_sign_in_at: time }) => csvTime(time)],
  ];
}
