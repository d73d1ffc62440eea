import type { Credentials } from '../../../shared/validation.ts';
import type { DriverOption } from '../../data/admin/drivers.ts';
import {
  createAccount,
  updateAccount,
  type Account,
  type AccountChanges,
  type UserRole,
} from '../../data/admin/users.ts';
import { useForm, type Form } from '../../forms/useForm.ts';
import { useReloading } from '../parts/useChange.ts';

export interface UserValues extends Credentials {
  readonly role: UserRole;
  readonly driver: DriverOption | null;
}

/** The differences from the account as it is; an empty object when there are none. */
function changesOf(account: Account, { email, password, role, driver }: UserValues): AccountChanges {
  return {
    ...(email !== account.email && { email }),
    ...(password !== '' && { password }),
    ...(role !== account.role && { role }),
    ...(driver?.id !== account.driver?.id && { driver_id: driver?.id ?? null }),
  };
}

async function saveAccount(account: Account | null, values: UserValues): Promise<Account> {
  if (!account) {
    const { email, password, role, driver } = values;
    return createAccount({ email, password, role, ...(driver && { driver_id: driver.id }) });
  }
  const changes = changesOf(account, values);
  return Object.keys(changes).length === 0 ? account : updateAccount(account.id, changes);
}

/** The draft of an account. `account` is null for a new one. */
export function useUserForm(
  account: Account | null,
  onSaved: (saved: Account) => void,
): Form<UserValues, void> {
  const reloading = useReloading();
  return useForm<UserValues, void>({
    initial: {
      email: account?.email ?? '',
      password: '',
      role: account?.role ?? 'driver',
      driver: account?.driver ?? null,
    },
    schema: (schemas) => (account ? schemas.existingAccountSchema : schemas.credentialsSchema),
    submit: async (values) => onSaved(await reloading(() => saveAccount(account, values))),
  });
}
