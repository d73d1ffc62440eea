import { useState } from 'react';
import { changedColumns, profileOf, rebase, type Profile } from '../../../shared/driverFields.ts';
import { getDriver, type Driver } from '../../data/drivers.ts';
import { updateDriver } from '../../data/driverWrites.ts';
import { toDataError } from '../../data/errors.ts';
import { uploadPhoto } from '../../data/photos.ts';
import { useForm } from '../../forms/useForm.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { userOf } from '../../session/machine.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { useReloading } from '../parts/useChange.ts';

/**
 * The draft of one driver's record. When somebody else has saved the same record meanwhile, the draft takes over their
 * changes and can be saved again.
 */
export function useDriverForm(driver: Driver, onSaved: (saved: Driver) => void) {
  const { driverList: t } = useNamespace('admin');
  const userId = userOf(useSession().state)?.id;
  /** The record that the draft began with. */
  const [base, setBase] = useState(driver);
  /** The photo that replaces the present one. */
  const [photo, setPhoto] = useState<File | null>(null);
  const reloading = useReloading();

  const save = async (profile: Profile): Promise<Driver> => {
    const account = base.created_by ?? userId;
    const changes = {
      ...changedColumns(profileOf(base), profile),
      ...(photo && account && { photo_url: await uploadPhoto(account, photo) }),
    };
    if (Object.keys(changes).length === 0) return base;
    try {
      return await updateDriver(base.id, { ...changes, version: base.version });
    } catch (error) {
      const current = toDataError(error).code === 'edit_conflict' ? await getDriver(base.id) : null;
      if (current) {
        setBase(current);
        form.setValues((draft) => rebase(profileOf(base), draft, profileOf(current)));
      }
      throw error;
    }
  };
  const form = useForm<Profile, void>({
    initial: profileOf(driver),
    schema: (schemas) => schemas.profileSchema,
    phrases: { edit_conflict: t.conflict },
    submit: async (profile) => onSaved(await reloading(() => save(profile))),
  });
  return { form, photo, setPhoto };
}
