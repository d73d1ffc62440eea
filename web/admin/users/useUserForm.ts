import * as v from 'valibot';
import { useState } from 'react';
import {
  check,
  credentialsSchema,
  emailSchema,
  type Credentials,
  type FieldProblems,
} from '../../../shared/validation.ts';
import type { DriverOption } from '../../data/admin/drivers.ts';
import { toDataError } from '../../data/errors.ts';
import {
  createAccount,
  updateAccount,
  type Account,
  type AccountChanges,
  type UserRole,
} from '../../data/admin/users.ts';
import { describeError } from '../../i18n/describeError.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { useChange } from '../parts/useChange.ts';

export interface UserValues extends Credentials {
  readonly role: UserRole;
  readonly driver: DriverOption | null;
}

/** Refusals of the server that belong to one field. */
const fieldOfCode: Record<string, keyof UserValues> = {
  email_exists: 'email',
  email_address_invalid: 'email',
  weak_password: 'password',
  same_password: 'password',
  driver_not_found: 'driver',
  driver_linked: 'driver',
  last_admin: 'role',
  self_demote: 'role',
};

/** An existing account may keep its password. */
const existingSchema = v.object({ email: emailSchema, password: v.string() });

/** What differs from the account as it is; an empty object when nothing does. */
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
    const { email, password, driver } = values;
    return createAccount({ email, password, ...(driver && { driver_id: driver.id }) });
  }
  const changes = changesOf(account, values);
  return Object.keys(changes).length === 0 ? account : updateAccount(account.id, changes);
}

/** The draft of an account, checked and saved. `account` is null for a new one. */
export function useUserForm(account: Account | null, onSaved: (saved: Account) => void) {
  const { errors } = useWords();
  const [values, setValues] = useState<UserValues>({
    email: account?.email ?? '',
    password: '',
    role: account?.role ?? 'driver',
    driver: account?.driver ?? null,
  });
  const [problems, setProblems] = useState<FieldProblems<Credentials>>({});
  const [attempts, setAttempts] = useState(0);
  const change = useChange((next: UserValues) => saveAccount(account, next), onSaved);
  const refused = change.error ? fieldOfCode[toDataError(change.error).code] : undefined;

  return {
    values,
    setValue: <Field extends keyof UserValues>(field: Field, value: UserValues[Field]) => {
      setValues({ ...values, [field]: value });
      setProblems({ ...problems, [field]: undefined });
      if (field === refused) change.reset();
    },
    /** The text of what is wrong with a field. */
    problemOf: (field: keyof UserValues): string | undefined => {
      const problem = field === 'email' || field === 'password' ? problems[field] : undefined;
      if (problem) return errors.field[problem];
      return field === refused ? describeError(change.error, errors) : undefined;
    },
    /** Saving makes an administrator of somebody who is none. */
    promotes: values.role === 'admin' && account !== null && account.role !== 'admin',
    /** What is wrong with the whole. */
    failure: change.error && !refused ? describeError(change.error, errors) : undefined,
    busy: change.isPending,
    /** For `useFocusProblem`. */
    attempts,
    refusal: change.error,
    save: () => {
      if (change.isPending) return;
      const checked = account ? check(existingSchema, values) : check(credentialsSchema, values);
      setProblems(checked.ok ? {} : checked.problems);
      if (checked.ok) change.mutate({ ...values, ...checked.values });
      else setAttempts(attempts + 1);
    },
  };
}
