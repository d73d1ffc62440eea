import { contactOf } from './chile/contact.ts';
import { platePattern } from './chile/plate.ts';
import { normalizePlate } from './chile/plate-reading.ts';
import { maxLengths, phonePattern } from './limits.ts';
import { documentFields } from './records/document.ts';
import { driverFields, type Profile } from './records/driver.ts';
import { isRequired, type RecordField, type Spelling } from './records/field.ts';
import { vehicleFields } from './records/vehicle.ts';

/** Why a field is invalid; the web translates these codes (`messages.errors.field`). */
export type FieldProblem = 'required' | 'email' | 'phone' | 'plate' | 'too_long' | 'count';

interface Reading {
  /** Tidies what a person typed. */
  readonly read: (text: string) => string;
  readonly pattern: RegExp;
  readonly problem: FieldProblem;
}

const trimmed = (text: string) => text.trim();
const asTyped = (text: string) => text;

const readings: Readonly<Record<Spelling | 'email' | 'password' | 'code', Reading>> = {
  contact: { read: contactOf, pattern: phonePattern, problem: 'phone' },
  plate: { read: normalizePlate, pattern: platePattern, problem: 'plate' },
  email: {
    read: trimmed,
    // As the backend's, which takes every sign of RFC 5322; with a domain below another, where typos show.
    pattern:
      /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[\da-z](?:[\da-z-]{0,61}[\da-z])?\.)+[a-z](?:[\da-z-]{0,61}[\da-z])$/i,
    problem: 'email',
  },
  /** The auth server owns the password rules. Spaces belong to the password. */
  password: { read: asTyped, pattern: /./s, problem: 'required' },
  /** The code that an authenticator app shows. */
  code: { read: asTyped, pattern: /^\d{6}$/, problem: 'required' },
};

/** A field that a form or a line of a file holds as text. */
interface Field extends Pick<RecordField, 'shape'> {
  readonly spelling?: keyof typeof readings;
}

/** The fields of a form by their names. */
export type Schema<Name extends string = string> = Readonly<Record<Name, Field>>;

/** Whether the calendar has the day, as `2026-11-30`: an input of dates gives no other. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** Why a tidied text does not fit its field; undefined when it does. */
function problemOf({ shape, spelling }: Field, text: string): FieldProblem | undefined {
  if (text === '') return isRequired({ shape }) ? 'required' : undefined;
  if (spelling && !readings[spelling].pattern.test(text)) return readings[spelling].problem;
  if (shape.kind === 'choice') return shape.of.includes(text) ? undefined : 'required';
  if (shape.kind === 'day') return isDay(text) ? undefined : 'required';
  // PostgreSQL counts code points.
  if (shape.kind === 'text') return [...text].length > shape.max ? 'too_long' : undefined;
  const isCount = /^\d+$/.test(text) && text.length <= String(shape.max).length;
  return isCount && Number(text) >= shape.min && Number(text) <= shape.max ? undefined : 'count';
}

const email = {
  email: { shape: { kind: 'text', max: maxLengths.email, required: true }, spelling: 'email' },
} as const;
const requiredPassword = {
  shape: { kind: 'text', max: Infinity, required: true },
  spelling: 'password',
} as const;

export const profileSchema = driverFields;
/** The same for a driver who may lack a plate, because the company has vehicles. */
export const fleetProfileSchema = {
  ...driverFields,
  licensePlate: { ...driverFields.licensePlate, shape: { kind: 'text', max: 8 } },
} as const;
export const newPasswordSchema = { password: requiredPassword };
export const currentPasswordSchema = { currentPassword: requiredPassword };
export const emailOnlySchema = email;
export const credentialsSchema = { ...email, ...newPasswordSchema };
export const registrationSchema = { ...profileSchema, ...credentialsSchema };
export const fleetRegistrationSchema = { ...fleetProfileSchema, ...credentialsSchema };
/** An administrator may leave the password of an account as it is. */
export const existingAccountSchema = {
  ...email,
  password: { shape: { kind: 'text', max: Infinity }, spelling: 'password' },
} as const;
export const codeSchema = {
  code: { shape: { kind: 'text', max: 6, required: true }, spelling: 'code' },
} as const;
export const labelSchema = {
  name: { shape: { kind: 'text', max: maxLengths.name, required: true } },
} as const;
export const passwordChangeSchema = { ...currentPasswordSchema, ...newPasswordSchema };
export const emailChangeSchema = { ...currentPasswordSchema, ...email };
export const documentSchema = documentFields;
/** A vehicle as a form or a line of a file holds it. */
export const vehicleSchema = vehicleFields;

export type Credentials = Record<keyof typeof credentialsSchema, string>;
export type Registration = Profile & Credentials;

export type Checked<Name extends string> =
  | { readonly ok: true; readonly values: Record<Name, string> }
  | { readonly ok: false; readonly problems: Partial<Record<Name, FieldProblem>> };

/** Checks a whole form, and tidies its fields. */
export function check<Name extends string>(schema: Schema<Name>, input: object): Checked<Name> {
  const [values, problems] = [{} as Record<Name, string>, {} as Partial<Record<Name, FieldProblem>>];
  for (const name of Object.keys(schema) as Name[]) {
    const { [name]: field } = schema;
    const { read } = field.spelling ? readings[field.spelling] : { read: trimmed };
    const typed: unknown = Reflect.get(input, name);
    values[name] = read(typeof typed === 'string' ? typed : '');
    const problem = problemOf(field, values[name]);
    if (problem) problems[name] = problem;
  }
  return Object.keys(problems).length === 0 ? { ok: true, values } : { ok: false, problems };
}
