import { useState } from 'react';
import { check, profileSchema, type FieldProblems, type Profile } from '../../../../shared/validation.ts';
import { updateDriver, type Driver } from '../../../data/drivers.ts';
import { toDataError } from '../../../data/errors.ts';
import { describeError } from '../../../i18n/describeError.ts';
import { useWords } from '../../../i18n/LanguageProvider.tsx';
import { useChange } from '../parts/useChange.ts';

/** Refusals of the database that belong to one field. */
const fieldOfCode: Record<string, keyof Profile> = {
  license_plate_taken: 'licensePlate',
  driver_code_taken: 'driverCode',
};

export interface DriverForm {
  readonly values: Profile;
  readonly setValue: (field: keyof Profile, value: string) => void;
  /** The text of what is wrong with a field. */
  readonly problemOf: (field: keyof Profile) => string | undefined;
  /** What is wrong with the whole. */
  readonly failure: string | undefined;
  readonly busy: boolean;
  /** For `useFocusProblem`. */
  readonly attempts: number;
  readonly refusal: Error | null;
  readonly save: () => void;
}

/** The draft of one driver's record, checked and saved. */
export function useDriverForm(driver: Driver, onSaved: (saved: Driver) => void): DriverForm {
  const { errors } = useWords();
  const [values, setValues] = useState<Profile>({
    name: driver.name,
    licensePlate: driver.license_plate,
    driverCode: driver.driver_code,
    phone: driver.contact ?? '',
  });
  const [problems, setProblems] = useState<FieldProblems<Profile>>({});
  const [attempts, setAttempts] = useState(0);
  const change = useChange(
    (profile: Profile) =>
      updateDriver(driver.id, {
        name: profile.name,
        license_plate: profile.licensePlate,
        driver_code: profile.driverCode,
        contact: profile.phone,
      }),
    onSaved,
  );
  const refused = change.error ? fieldOfCode[toDataError(change.error).code] : undefined;

  return {
    values,
    setValue: (field, value) => {
      setValues({ ...values, [field]: value });
      setProblems({ ...problems, [field]: undefined });
      if (field === refused) change.reset();
    },
    problemOf: (field) => {
      const problem = problems[field];
      if (problem) return errors.field[problem];
      return field === refused ? describeError(change.error, errors) : undefined;
    },
    failure: change.error && !refused ? describeError(change.error, errors) : undefined,
    busy: change.isPending,
    attempts,
    refusal: change.error,
    save: () => {
      if (change.isPending) return;
      const checked = check(profileSchema, values);
      setProblems(checked.ok ? {} : checked.problems);
      if (checked.ok) change.mutate(checked.values);
      else setAttempts(attempts + 1);
    },
  };
}
