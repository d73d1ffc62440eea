import * as v from 'valibot';
import { contactOf } from './chile/phone.ts';
import { normalizePlate, platePattern } from './chile/plate.ts';
import type { DriverFieldName } from './driverFields.ts';
import { maxLengths, phonePattern } from './limits.ts';
import { vehicleClasses, vehicleLengths, vehicleSpace, type VehicleColumn } from './vehicles.ts';

/** Why a field is invalid; the web translates these codes (`words.errors.field`). */
export type FieldProblem = 'required' | 'email' | 'phone' | 'plate' | 'too_long' | 'count';

const problem = <Code extends FieldProblem>(code: Code): Code => code;

const text = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, problem('required')),
    v.maxLength(longest, problem('too_long')),
  );

export const nameSchema = text(maxLengths.name);
export const driverCodeSchema = text(maxLengths.driverCode);
export const phoneSchema = v.pipe(
  v.string(),
  v.transform(contactOf),
  v.minLength(1, problem('required')),
  v.regex(phonePattern, problem('phone')),
);
export const licensePlateSchema = v.pipe(
  v.string(),
  v.transform(normalizePlate),
  v.minLength(1, problem('required')),
  v.regex(platePattern, problem('plate')),
);
/** A plate that a driver may lack. */
const ownPlateSchema = v.pipe(
  v.string(),
  v.transform(normalizePlate),
  v.check((plate) => plate === '' || platePattern.test(plate), problem('plate')),
);
export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, problem('required')),
  v.maxLength(maxLengths.email, problem('too_long')),
  v.email(problem('email')),
);
/** No length rule here: the auth server owns the password rules. Spaces belong to the password. */
export const passwordSchema = v.pipe(v.string(), v.minLength(1, problem('required')));

/** The fields of `drivers` that people fill in. */
export const profileSchema = v.object({
  name: nameSchema,
  phone: phoneSchema,
  licensePlate: licensePlateSchema,
  driverCode: driverCodeSchema,
} satisfies Record<DriverFieldName, v.GenericSchema<string, string>>);
export const credentialsSchema = v.object({ email: emailSchema, password: passwordSchema });
export const registrationSchema = v.object({ ...profileSchema.entries, ...credentialsSchema.entries });
/** The same for a driver who may lack a plate, because the company has vehicles. */
export const fleetProfileSchema = v.object({ ...profileSchema.entries, licensePlate: ownPlateSchema });
export const fleetRegistrationSchema = v.object({
  ...fleetProfileSchema.entries,
  ...credentialsSchema.entries,
});
/** An administrator may leave the password of an account as it is. */
export const existingAccountSchema = v.object({ email: emailSchema, password: v.string() });
/** The code that an authenticator app shows. */
export const codeSchema = v.object({ code: v.pipe(v.string(), v.regex(/^\d{6}$/, problem('required'))) });
export const labelSchema = v.object({ name: nameSchema });
export const emailOnlySchema = v.object({ email: emailSchema });
export const newPasswordSchema = v.object({ password: passwordSchema });
export const currentPasswordSchema = v.object({ currentPassword: passwordSchema });
export const passwordChangeSchema = v.object({
  ...currentPasswordSchema.entries,
  ...newPasswordSchema.entries,
});
export const emailChangeSchema = v.object({ ...currentPasswordSchema.entries, ...emailOnlySchema.entries });
/** A document of a driver or a vehicle; days as `2026-11-30`. */
export const documentSchema = v.object({ number: v.pipe(v.string(), v.trim()), expiresOn: text(10) });

const optionalText = (longest: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(longest, problem('too_long')));
/** Digits, or empty text for unknown. */
const optionalCount = (least: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{0,2}$/, problem('count')),
    v.check(
      (text) => text === '' || (Number(text) >= least && Number(text) <= vehicleSpace),
      problem('count'),
    ),
  );
/** A vehicle as a form or a line of a file holds it. */
export const vehicleSchema = v.object({
  license_plate: licensePlateSchema,
  class: v.picklist(vehicleClasses, problem('required')),
  brand_model: optionalText(vehicleLengths.brand_model),
  colour: optionalText(vehicleLengths.colour),
  seats: optionalCount(1),
  bags: optionalCount(0),
  registration_number: optionalText(vehicleLengths.registration_number),
} satisfies Record<VehicleColumn, v.GenericSchema<string, string>>);

export type Credentials = v.InferOutput<typeof credentialsSchema>;
export type Registration = v.InferOutput<typeof registrationSchema>;

export type FieldProblems<Values> = Partial<Record<keyof Values & string, FieldProblem>>;
export type Checked<Values> = { ok: true; values: Values } | { ok: false; problems: FieldProblems<Values> };

/** Checks a whole form. Each invalid field gets its first problem. */
export function check<Entries extends v.ObjectEntries>(
  schema: v.ObjectSchema<Entries, undefined>,
  input: unknown,
): Checked<v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  type Values = v.InferOutput<v.ObjectSchema<Entries, undefined>>;
  const result = v.safeParse(schema, input);
  if (result.success) return { ok: true, values: result.output };
  const problems: Record<string, FieldProblem> = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue);
    if (field !== null)
      problems[field] ??=
        issue.type === 'object' || issue.type === 'string' ? 'required' : (issue.message as FieldProblem);
  }
  return { ok: false, problems: problems as FieldProblems<Values> };
}
