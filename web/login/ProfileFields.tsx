import { driverFieldNames, driverFields, type DriverFieldName } from '../../shared/records/driver.ts';
import { PhotoField } from '../components/PhotoField.tsx';
import { RecordInput } from '../forms/RecordInput.tsx';
import type { FormFields } from '../forms/useForm.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';

export interface ProfileFieldsProps {
  readonly form: FormFields<DriverFieldName>;
  /** False where drivers drive vehicles of the company. */
  readonly asksPlate: boolean;
  readonly photo: File | null;
  readonly onPhoto: (photo: File | null) => void;
  readonly photoError?: string | undefined;
}

/** The driver's photo and the fields of `driverFields`. */
export default function ProfileFields({ form, asksPlate, photo, onPhoto, photoError }: ProfileFieldsProps) {
  const { driver: labels } = useMessages();
  const { codeHint } = useNamespace('account').registration;
  const hints: Partial<Record<DriverFieldName, string>> = { ...labels.hint, driverCode: codeHint };
  const names = driverFieldNames.filter((name) => asksPlate || name !== 'licensePlate');
  return (
    <>
      <PhotoField photo={photo} onPhoto={onPhoto} error={photoError} required />
      <div className="grid gap-5 sm:grid-cols-2">
        {names.map((name) => (
          <RecordInput
            key={name}
            of={driverFields[name]}
            binding={form.field(name)}
            label={labels.form[name]}
            hint={hints[name]}
            className={'isShort' in driverFields[name] ? undefined : 'sm:col-span-2'}
          />
        ))}
      </div>
    </>
  );
}
