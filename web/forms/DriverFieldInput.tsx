import { driverFields, type DriverFieldName } from '../../shared/driverFields.ts';
import { ReadField } from './ReadField.tsx';
import type { ReadKind } from './Reading.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';
import type { FieldBinding } from './useForm.ts';

/** The fields that say how they were understood. */
const kinds: Partial<Record<DriverFieldName, ReadKind>> = { phone: 'contact', licensePlate: 'plate' };

export interface DriverFieldInputProps extends Omit<TextFieldProps, keyof FieldBinding> {
  /** The field of `driverFields`. */
  readonly of: DriverFieldName;
  readonly binding: FieldBinding;
}

/** The input of a driver's field. */
export function DriverFieldInput({ of, binding, ...rest }: DriverFieldInputProps) {
  const kind = kinds[of];
  const props = { ...driverFields[of].input, ...binding, required: true, ...rest };
  return kind ? <ReadField {...props} kind={kind} /> : <TextField {...props} />;
}
