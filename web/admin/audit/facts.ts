import type { AuditEntry } from '../../data/admin/audit.ts';
import { DataError } from '../../data/errors.ts';
import { describeError } from '../../i18n/describeError.ts';
import type { audit } from '../../i18n/es/audit.ts';
import type { Messages } from '../../i18n/messages.ts';

type AuditMessages = typeof audit;
type Place = keyof AuditMessages['places'];
type Value = string | number | boolean;
type GeneralMessages = Pick<Messages, 'driver' | 'errors'>;

/** A further fact of an entry, in words. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** The subject of a request, by the beginning of its path; the first match counts. */
const placeOfPath: readonly (readonly [path: string, place: Place])[] = [
  ['/rest/v1/drivers', 'drivers'],
  ['/rest/v1/user_drivers', 'user_drivers'],
  ['/rest/v1/reviews', 'reviews'],
  ['/rest/v1/time_based_routes', 'routes'],
  ['/rest/v1/vehicle', 'vehicles'],
  ['/rest/v1/shifts', 'shifts'],
  ['/rest/v1/rpc/start_shift', 'shifts'],
  ['/rest/v1/rpc/end_shift', 'shifts'],
  ['/rest/v1/document', 'papers'],
  ['/rest/v1/rpc/override_paper', 'papers'],
  ['/rest/v1/rpc/paper', 'papers'],
  ['/rest/v1/rpc/set_papers_policy', 'papers'],
  ['/rest/v1/content_', 'releases'],
  ['/rest/v1/devices', 'tablets'],
  ['/rest/v1/device_signals', 'tablets'],
  ['/rest/v1/rpc/device_beat', 'tablets'],
  ['/rest/v1/rpc/ask_device', 'tablets'],
  ['/rest/v1/rpc/list_devices', 'tablets'],
  ['/rest/v1/rpc/create_device_link', 'tablets'],
  ['/rest/v1/rpc/save_content', 'releases'],
  ['/rest/v1/rpc/publish_content', 'releases'],
  ['/rest/v1/rpc/content_history', 'releases'],
  ['/auth/v1/admin', 'administration'],
  ['/auth/v1', 'accounts'],
  ['/storage/v1', 'photos'],
  ['/functions/v1/admin-users', 'panel'],
  ['/functions/v1/my-data', 'personal'],
  ['/functions/v1/tablet-setup', 'tablets'],
  ['/realtime/v1', 'live'],
];

function wordOf(table: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(table, key) ? table[key]! : key;
}

/** The subject of a target that names a record by its id, by the beginning of the target. */
const placeOfRecord: Readonly<Record<string, Place>> = {
  driver: 'drivers',
  review: 'reviews',
  route: 'routes',
  release: 'releases',
  vehicle: 'vehicles',
  device: 'tablets',
  paper: 'papers',
  paper_kind: 'papers',
  paper_policy: 'papers',
};

/** `DELETE /rest/v1/drivers` as “delete: drivers”, `driver:<id>` as “drivers”; undefined for what other facts name. */
function describeTarget(target: string, t: AuditMessages): string | undefined {
  const record = placeOfRecord[target.split(':')[0] ?? ''];
  if (record) return t.places[record];
  const [verb = '', path = ''] = target.split(' ');
  if (!Object.hasOwn(t.verbs, verb)) return undefined;
  const place = placeOfPath.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'other';
  return `${wordOf(t.verbs, verb)}: ${t.places[place]}`;
}

/** `email, phone asked for` as “e-mail, telephone (requested)”. */
function describeChanged(changed: string, t: AuditMessages, { driver }: GeneralMessages): string {
  const parts = changed.split(', ').map((part) => {
    const name = part.replace(/ asked for$/, '');
    const word = wordOf({ ...t.values.changed, ...driver.log }, name);
    return name === part ? word : `${word} (${t.requested})`;
  });
  return [...new Set(parts)].join(', ');
}

function describe(name: string, value: Value, t: AuditMessages, words: GeneralMessages): string | undefined {
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  const text = String(value);
  if (name === 'target') return describeTarget(text, t);
  if (name === 'changed') return describeChanged(text, t, words);
  if (name === 'reason') return describeError(new DataError(text, ''), words.errors);
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = t.values;
  return Object.hasOwn(values, name) ? wordOf(values[name]!, text) : text;
}

/** The facts of an entry that a person can read, in the log's order; no ids, nothing empty or that did not happen. */
export function factsOf(
  { traits = {} }: AuditEntry['payload'],
  t: AuditMessages,
  words: GeneralMessages,
): readonly Fact[] {
  const labels: Readonly<Record<string, string>> = t.facts;
  return Object.entries(traits).flatMap(([name, value]) => {
    const didNotHappen = value === false && name !== 'papers_stop_service';
    if (!Object.hasOwn(labels, name) || value === '' || didNotHappen) return [];
    const text = describe(name, value, t, words);
    return text === undefined ? [] : [{ label: labels[name]!, text }];
  });
}
