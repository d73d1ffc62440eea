import type { RecordField } from './field.ts';

/** The name that the office gives a device. */
export const deviceNameField = {
  shape: { kind: 'text', max: 60, required: true },
} as const satisfies Pick<RecordField, 'shape'>;
