import { useState } from 'react';
import { changedColumns, driverFields, profileOf } from '../../../shared/records/driver.ts';
import { PhotoField } from '../../components/PhotoField.tsx';
import { getDriver, type Driver } from '../../data/drivers/drivers.ts';
import { updateDriver } from '../../data/drivers/driverWrites.ts';
import { photoUrl } from '../../data/drivers/photoUrl.ts';
import { uploadPhoto } from '../../data/drivers/photos.ts';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { userOf } from '../../session/machine.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { RowEditor } from '../parts/RowEditor.tsx';
import { useRecordForm } from '../parts/useRecordForm.ts';
import { listedFieldNames } from './columns.tsx';

export interface DriverEditorProps {
  readonly driver: Driver;
  readonly onSaved: (saved: Driver) => void;
  readonly onCancel: () => void;
}

/** The inputs that take the place of a driver's row. */
export function DriverEditor({ driver, onSaved, onCancel }: DriverEditorProps) {
  const { driver: labels } = useMessages();
  const t = useNamespace('admin');
  const userId = userOf(useSession().state)?.id;
  const [photo, setPhoto] = useState<File | null>(null);
  const form = useRecordForm({
    record: driver,
    draft: `driver:${driver.id}`,
    valuesOf: profileOf,
    load: ({ id }) => getDriver(id),
    save: async (profile, base) => {
      const account = base.created_by ?? userId;
      const changes = {
        ...changedColumns(profileOf(base), profile),
        ...(photo && account && { photo_url: await uploadPhoto(account, photo) }),
      };
      if (Object.keys(changes).length === 0) return base;
      return updateDriver(base.id, { ...changes, version: base.version });
    },
    // A driver of the company's vehicles may go on without a plate; any other keeps the one that passengers see.
    schema: (schemas) => (driver.license_plate === null ? schemas.fleetProfileSchema : schemas.profileSchema),
    phrases: { edit_conflict: t.driverList.conflict },
    onSaved,
  });
  return (
    <RowEditor label={t.driverList.editDriver(driver.name)} form={form} onCancel={onCancel}>
      <div className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.4fr]">
        {listedFieldNames.map((name) => (
          <RecordInput
            key={name}
            of={driverFields[name]}
            binding={form.field(name)}
            label={labels.short[name]}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
      <div className="mt-5">
        <PhotoField
          photo={photo}
          onPhoto={setPhoto}
          current={{ src: photoUrl(driver.photo_url), name: driver.name }}
          texts={t.driverPhoto}
        />
      </div>
    </RowEditor>
  );
}
