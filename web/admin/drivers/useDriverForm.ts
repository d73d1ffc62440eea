import { useState } from 'react';
import { check, profileSchema, type FieldProblems, type Profile } from '../../../shared/validation.ts';
import { getDriver, updateDriver, type Driver, type DriverFields } from '../../data/drivers.ts';
import { toDataError } from '../../data/errors.ts';
import { uploadPhoto } from '../../data/photos.ts';
import { useArea } from '../../i18n/areas.ts';
import { describeError } from '../../i18n/describeError.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { userOf } from '../../session/machine.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { useChange } from '../parts/useChange.ts';

/** Refusals of the database that belong to one field. */
const fieldOfCode: Record<string, keyof Profile> = {
  driver_code_taken: 'driverCode',
};

export interface DriverForm {
  readonly values: Profile;
  readonly setValue: (field: keyof Profile, value: string) => void;
  /** The photo that takes the place of the present one. */
  readonly photo: File | null;
  readonly setPhoto: (photo: File | null) => void;
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

/** Somebody else has saved the same record meanwhile. */
function isConflict(error: unknown): boolean {
  return error !== null && toDataError(error).code === 'edit_conflict';
}

function profileOf(driver: Driver): Profile {
  return {
    name: driver.name,
    licensePlate: driver.license_plate,
    driverCode: driver.driver_code,
    phone: driver.contact ?? '',
  };
}

/** What differs from the record as it was read. */
function changesOf(
  before: Profile,
  { name, licensePlate, driverCode, phone }: Profile,
): Partial<DriverFields> {
  return {
    ...(name !== before.name && { name }),
    ...(licensePlate !== before.licensePlate && { license_plate: licensePlate }),
    ...(driverCode !== before.driverCode && { driver_code: driverCode }),
    ...(phone !== before.phone && { contact: phone }),
  };
}

/** The draft on top of what somebody else has saved meanwhile: what was not touched here becomes theirs. */
function rebased(before: Profile, draft: Profile, now: Profile): Profile {
  const pick = (field: keyof Profile) => (draft[field] === before[field] ? now[field] : draft[field]);
  return {
    name: pick('name'),
    licensePlate: pick('licensePlate'),
    driverCode: pick('driverCode'),
    phone: pick('phone'),
  };
}

/** The draft of one driver's record, checked and saved. */
export function useDriverForm(driver: Driver, onSaved: (saved: Driver) => void): DriverForm {
  const { errors } = useWords();
  const { driverList: t } = useArea('admin');
  /** The record that the draft began with. */
  const [base, setBase] = useState(driver);
  const [values, setValues] = useState<Profile>(profileOf(driver));
  const [photo, setPhoto] = useState<File | null>(null);
  const userId = userOf(useSession().state)?.id;
  const [problems, setProblems] = useState<FieldProblems<Profile>>({});
  const [attempts, setAttempts] = useState(0);
  const change = useChange(async (profile: Profile) => {
    const account = base.created_by ?? userId;
    const changes = {
      ...changesOf(profileOf(base), profile),
      ...(photo && account && { photo_url: await uploadPhoto(account, photo) }),
    };
    if (Object.keys(changes).length === 0) return base;
    try {
      return await updateDriver(base.id, { ...changes, version: base.version });
    } catch (error) {
      const current = isConflict(error) ? await getDriver(base.id) : null;
      if (current) {
        setBase(current);
        setValues((draft) => rebased(profileOf(base), draft, profileOf(current)));
      }
      throw error;
    }
  }, onSaved);
  const failure = isConflict(change.error) ? t.conflict : describeError(change.error, errors);
  const refused = change.error ? fieldOfCode[toDataError(change.error).code] : undefined;

  return {
    values,
    photo,
    setPhoto,
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
    failure: change.error && !refused ? failure : undefined,
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
