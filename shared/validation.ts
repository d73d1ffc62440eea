import * as v from 'valibot';
import { contactOf } from './chile/phone.ts';
import { normalizePlate, platePattern } from './chile/plate.ts';
import { maxLengths, phonePattern } from './limits.ts';
import { documentFields } from './records/document.ts';
import { driverFields } from './records/driver.ts';
import { isRequired, type RecordField, type Spelling } from './records/field.ts';
import { vehicleFields } from './records/vehicle.ts';
import { breachFields } from './rights.ts';

/** Why a field is invalid; the web translates these codes (`messages.errors.field`). */
export type FieldProblem = 'required' | 'email' | 'phone' | 'plate' | 'too_long' | 'count';

const problem = <Code extends FieldProblem>(code: Code): Code => code;

const text = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, problem('required')),
    v.maxLength(longest, problem('too_long')),
  );

const spellings: Readonly<
  Record<Spelling, { read: (text: string) => string; pattern: RegExp; problem: FieldProblem }>
> = {
  contact: { read: contactOf, pattern: phonePattern, problem: 'phone' },
  plate: { read: normalizePlate, pattern: platePattern, problem: 'plate' },
};

type Checkable = Pick<RecordField, 'shape' | 'spelling'>;

/** Whether the calendar has the day, as `2026-11-30`: an input of dates gives no other. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** Why a tidied text does not fit its field; undefined when it does. */
function problemOf({ shape, spelling }: Checkable, text: string): FieldProblem | undefined {
  if (text === '') return isRequired({ shape }) ? 'required' : undefined;
  if (spelling) return spellings[spelling].pattern.test(text) ? undefined : spellings[spelling].problem;
  if (shape.kind === 'choice') return shape.of.includes(text) ? undefined : 'required';
  if (shape.kind === 'day') return isDay(text) ? undefined : 'required';
  // PostgreSQL counts code points.
  if (shape.kind === 'text') return [...text].length > shape.max ? 'too_long' : undefined;
  const isCount = /^\d+$/.test(text) && text.length <= String(shape.max).length;
  return isCount && Number(text) >= shape.min && Number(text) <= shape.max ? undefined : 'count';
}

/** The schema of a field that a form or a file holds as text. */
function schemaOf(field: Checkable): v.GenericSchema<string, string> {
  const { read } = field.spelling ? spellings[field.spelling] : { read: (text: string) => text.trim() };
  return v.pipe(
    v.string(),
    v.transform(read),
    v.check(
      (text) => problemOf(field, text) === undefined,
      ({ input }) => problemOf(field, input) ?? '',
    ),
  );
}

/** The schemas of the fields of a record. */
export function schemasOf<Fields extends Readonly<Record<string, Checkable>>>(
  fields: Fields,
): Record<keyof Fields & string, v.GenericSchema<string, string>> {
  const entries = Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]);
  return Object.fromEntries(entries) as Record<keyof Fields & string, v.GenericSchema<string, string>>;
}

export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, problem('required')),
  v.maxLength(maxLengths.email, problem('too_long')),
  v.email(problem('email')),
);
/** No length rule here: the auth server owns the password rules. Spaces belong to the password. */
export const passwordSchema = v.pipe(v.string(), v.minLength(1, problem('required')));

export const profileSchema = v.object(schemasOf(driverFields));
export const credentialsSchema = v.object({ email: emailSchema, password: passwordSchema });
export const registrationSchema = v.object({ ...profileSchema.entries, ...credentialsSchema.entries });
/** The same for a driver who may lack a plate, because the company has vehicles. */
export const fleetProfileSchema = v.object({
  ...profileSchema.entries,
  licensePlate: schemaOf({ shape: { kind: 'text', max: 8 }, spelling: 'plate' }),
});
export const fleetRegistrationSchema = v.object({
  ...fleetProfileSchema.entries,
  ...credentialsSchema.entries,
});
/** An administrator may leave the password of an account as it is. */
export const existingAccountSchema = v.object({ email: emailSchema, password: v.string() });
/** The code that an authenticator app shows. */
export const codeSchema = v.object({ code: v.pipe(v.string(), v.regex(/^\d{6}$/, problem('required'))) });
export const labelSchema = v.object({ name: text(maxLengths.name) });
export const emailOnlySchema = v.object({ email: emailSchema });
export const newPasswordSchema = v.object({ password: passwordSchema });
export const currentPasswordSchema = v.object({ currentPassword: passwordSchema });
export const passwordChangeSchema = v.object({
  ...currentPasswordSchema.entries,
  ...newPasswordSchema.entries,
});
export const emailChangeSchema = v.object({ ...currentPasswordSchema.entries, ...emailOnlySchema.entries });
export const documentSchema = v.object(schemasOf(documentFields));
export const breachSchema = v.object(schemasOf(breachFields));

/** A vehicle as a form or a line of a file holds it. */
export const vehicleSchema = v.object(schemasOf(vehicleFields));

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
