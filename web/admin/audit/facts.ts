import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { DocumentColumn } from '../../../shared/records/document.ts';
import type { DriverColumn } from '../../../shared/records/driver.ts';
import type { VehicleColumn } from '../../../shared/records/vehicle.ts';
import type { AuditEntry } from '../../data/company/audit.ts';
import { DataError } from '../../data/errors.ts';
import { describeError } from '../../i18n/describeError.ts';
import type { audit } from '../../i18n/es/audit.ts';
import type { Messages } from '../../i18n/messages.ts';
import { sections, type AuditPlace } from '../registry/sections.ts';

type AuditMessages = typeof audit;
type Value = string | number | boolean;
type Traits = Readonly<Record<string, Value>>;
type GeneralMessages = Pick<Messages, 'driver' | 'errors'> & {
  /** A day as `2026-11-22`, in words. */
  readonly plainDay: (day: string) => string;
  /** An ISO 8601 time, in words. */
  readonly time: (time: string) => string;
};

/** Each column that people fill in has a word. */
type ColumnWords = Readonly<Record<DocumentColumn | DriverColumn | VehicleColumn, string>>;

/** A further fact of an entry, in words. */
export interface AuditFact {
  readonly label: string;
  readonly text: string;
}

/** The subjects of requests that belong to no section, by the beginning of their path. */
const generalPaths: Readonly<Record<string, AuditPlace>> = {
  '/rest/v1/time_based_routes': 'routes',
  '/auth/v1': 'accounts',
  '/storage/v1': 'photos',
  '/functions/v1/my-data': 'personal',
  '/realtime/v1': 'live',
};
const generalRecords: Readonly<Record<string, AuditPlace>> = { route: 'routes' };

const registered = Object.values(sections);
const placeOfRecord = new Map(
  [generalRecords, ...registered.map(({ records = {} }) => records)].flatMap(Object.entries<AuditPlace>),
);
/** The longest beginning first: it says most. */
const placeOfPath = [generalPaths, ...registered.map(({ paths = {} }) => paths)]
  .flatMap(Object.entries<AuditPlace>)
  .sort(([a], [b]) => b.length - a.length);

/** The word of a key; a key without one stands for itself. */
export function wordOf(table: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(table, key) ? table[key]! : key;
}

const nobodyId = '00000000-0000-0000-0000-000000000000';

/** The person who acted, in words. */
export function actorOf({ payload }: Pick<AuditEntry, 'payload'>, t: AuditMessages): string {
  const { actor_id: id, actor_username: name } = payload;
  if (name === 'service_role') return t.service;
  return name || (id === nobodyId ? t.nobody : t.deletedAccount);
}

/** “Extintor, BB·CD·12”; empty for a record without a name, or one that is gone. */
function nameOf({ name, plate }: NonNullable<AuditEntry['subject']>): string {
  return [name, plate && plateInPairs(plate)].filter(Boolean).join(', ');
}

/**
 * `DELETE /rest/v1/drivers` as “delete: drivers”, `driver:<id>` as “drivers: Ana Soto”; undefined where other facts name the target.
 */
function describeTarget(
  target: string,
  t: AuditMessages,
  subject: AuditEntry['subject'],
): string | undefined {
  const record = placeOfRecord.get(target.split(':')[0] ?? '');
  if (record) return [t.places[record], nameOf(subject ?? {})].filter(Boolean).join(': ');
  const [verb = '', path = ''] = target.split(' ');
  if (!Object.hasOwn(t.verbs, verb)) return undefined;
  const place = placeOfPath.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'other';
  return `${wordOf(t.verbs, verb)}: ${t.places[place]}`;
}

/** `email, phone asked for` as “e-mail, telephone (requested)”. */
function describeChanged(changed: string, t: AuditMessages, { driver }: GeneralMessages): string {
  const columns: ColumnWords = { ...t.values.changed, ...driver.log };
  const parts = changed.split(', ').map((part) => {
    const name = part.replace(/ asked for$/, '');
    const word = wordOf(columns, name);
    return name === part ? word : `${word} (${t.requested})`;
  });
  return [...new Set(parts)].join(', ');
}

function describe(name: string, value: Value, t: AuditMessages, general: GeneralMessages): string {
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  const text = String(value);
  if (name === 'changed') return describeChanged(text, t, general);
  if (name === 'override_until') return general.plainDay(text);
  if (name === 'ended_before' || name === 'ended_after') return general.time(text);
  if (name === 'reason') return describeError(new DataError(text, ''), general.errors);
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = t.values;
  return Object.hasOwn(values, name) ? wordOf(values[name]!, text) : text;
}

/**
 * Whether a fact is needless: it is empty or did not happen, the request succeeded as all do that changed something, the
 * changed columns say already that there was a change, or a fact of its own names the account.
 */
function isNeedless(name: string, value: Value, traits: Traits): boolean {
  if (name === 'status') return Number(value) < 400;
  if (name === 'operation') return traits['changed'] !== undefined;
  if (name === 'target') return String(value).startsWith('user:') && traits['operation'] === undefined;
  return value === '' || (value === false && name !== 'documents_stop_service');
}

/** The facts of an entry that a person can read, in the log's order, without ids and needless facts. */
export function factsOf(
  { payload: { traits = {} }, subject }: Pick<AuditEntry, 'payload' | 'subject'>,
  t: AuditMessages,
  general: GeneralMessages,
): readonly AuditFact[] {
  const labels: Readonly<Record<string, string>> = t.facts;
  return Object.entries(traits).flatMap(([name, value]) => {
    if (!Object.hasOwn(labels, name) || isNeedless(name, value, traits)) return [];
    const isTarget = name === 'target';
    const text = isTarget ? describeTarget(String(value), t, subject) : describe(name, value, t, general);
    return text === undefined ? [] : [{ label: labels[name]!, text }];
  });
}
