import { isRequired, type RecordField, type Spelling } from '../../shared/records/field.ts';
import { ReadField } from './ReadField.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';
import type { FieldBinding } from './useForm.ts';

const inputsOfSpellings = {
  contact: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  plate: { autoCapitalize: 'characters', spellCheck: false, style: { textTransform: 'uppercase' } },
} as const satisfies Record<Spelling, Partial<TextFieldProps>>;

export interface RecordInputProps extends Omit<TextFieldProps, keyof FieldBinding> {
  /** The field as `shared` describes it. */
  readonly of: Pick<RecordField, 'shape' | 'spelling' | 'input'>;
  readonly binding: FieldBinding;
}

/** The input of a field that people type. */
export function RecordInput({ of, binding, ...rest }: RecordInputProps) {
  const { shape, spelling, input } = of;
  const props = {
    autoComplete: 'off',
    ...(shape.kind === 'integer' && { inputMode: 'numeric' as const }),
    ...(shape.kind === 'day' && { type: 'date' }),
    ...(spelling && inputsOfSpellings[spelling]),
    ...input,
    ...binding,
    required: isRequired(of),
    ...rest,
  };
  return spelling ? <ReadField {...props} kind={spelling} /> : <TextField {...props} />;
}
