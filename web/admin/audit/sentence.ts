import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { DocumentColumn } from '../../../shared/records/document.ts';
import type { DriverColumn } from '../../../shared/records/driver.ts';
import type { VehicleColumn } from '../../../shared/records/vehicle.ts';
import type { AuditEntry, AuditRecord, AuditRecordKind } from '../../data/company/auditEntry.ts';
import {
  actTemplate,
  isNoun,
  templateGroups,
  wordOf,
  type AuditMessages,
  type AuditNoun,
} from '../../i18n/actNames.ts';
import type { driver } from '../../i18n/es/driver.ts';

type RecordWords = Readonly<Record<'one', string> & Partial<Record<'gone' | 'named' | 'own', string>>>;
type AuditTold = Pick<AuditEntry, 'payload' | 'subject'>;

/** How the details of a sentence are written. */
export interface AuditWords {
  readonly t: AuditMessages;
  /** The words for the columns of drivers. */
  readonly columns: (typeof driver)['log'];
  /** The text for an error by its code. */
  readonly reason: (code: string) => string;
  /** A day as `2026-11-22`, in words. */
  readonly plainDay: (day: string) => string;
  /** An ISO 8601 time, in words. */
  readonly time: (time: string) => string;
}

/** A record with its kind. */
export interface NamedRecord extends AuditRecord {
  readonly kind: AuditRecordKind;
}

/** A part of a sentence, with the record that it names. */
export interface SentencePart {
  readonly text: string;
  readonly record?: NamedRecord;
}

/** Each column that people fill in has a word. */
type ColumnWords = Readonly<Record<DocumentColumn | DriverColumn | VehicleColumn, string>>;

const nobodyId = '00000000-0000-0000-0000-000000000000';

/** The person who acted, in words. */
export function actorOf({ payload }: Pick<AuditEntry, 'payload'>, t: AuditMessages): string {
  const { actor_id: id, actor_username: name } = payload;
  if (name === 'service_role') return t.service;
  return name || (id === nobodyId ? t.nobody : t.deletedAccount);
}

/** Whether the entry names a record of this kind, which may be gone. */
function isNamed(
  kind: AuditRecordKind,
  { target = '', ...traits }: Readonly<Record<string, unknown>>,
): boolean {
  const [targetKind] = String(target).split(':');
  if (kind === 'account') return targetKind === 'user' || traits['user_id'] !== undefined;
  return targetKind === kind || traits[`${kind}_id`] !== undefined;
}

/** A record in words; undefined for one that the entry does not name. */
function recordPart(kind: AuditRecordKind, { payload, subject }: AuditTold, t: AuditMessages) {
  const { actor_id: actor, traits = {} } = payload;
  const words: RecordWords = t.records[kind];
  const record = subject[kind];
  if (!record) {
    if (kind === 'account' && traits['user_email']) return { text: `${traits['user_email']}` };
    return isNamed(kind, traits) ? { text: words.gone ?? words.one } : undefined;
  }
  if (kind === 'account' && record.id === actor) return { text: words.own ?? words.one };
  const name = kind === 'vehicle' ? plateInPairs(record.name ?? '') : record.name;
  const text = name ? (words.named ?? '{name}').replace('{name}', () => name) : words.one;
  return { text, record: { kind, ...record } };
}

/** The kind of record that a noun of a template stands for; the owner of a document is a driver or a vehicle. */
function kindOf(noun: AuditNoun, { payload: { traits = {} }, subject }: AuditTold): AuditRecordKind {
  if (noun !== 'owner') return noun;
  return subject.vehicle || isNamed('vehicle', traits) ? 'vehicle' : 'driver';
}

/** `email, phone asked for` as “e-mail, telephone (requested)”; columns that people do not know are left out. */
function describeChanged(changed: string, { t, columns: own }: AuditWords): string {
  const columns: ColumnWords = { ...t.values.changed, ...own };
  const parts = changed.split(', ').flatMap((part) => {
    const name = part.replace(/ asked for$/, '');
    const word = wordOf(columns, name);
    return word === undefined || name === part ? (word ?? []) : `${word} (${t.requested})`;
  });
  return [...new Set(parts)].join(', ');
}

/** A detail in words; undefined for one that the entry lacks, or that has no word. */
function describe(name: string, value: unknown, words: AuditWords): string | undefined {
  if (value === undefined || value === '') return undefined;
  const text = String(value);
  if (name === 'changed') return describeChanged(text, words) || undefined;
  if (name === 'override_until') return words.plainDay(text);
  if (name === 'ended_before' || name === 'ended_after') return words.time(text);
  if (name === 'reason') return words.reason(text);
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = words.t.values;
  return Object.hasOwn(values, name) ? wordOf(values[name]!, text) : text;
}

/**
 * An act in one sentence that begins with the verb, as in “Terminó el turno de Tomás Araya en GK·GK·39”. Refusals, and
 * requests that only the server noted, have a general one.
 */
export function sentenceOf(entry: AuditTold, words: AuditWords): readonly SentencePart[] {
  const { t } = words;
  const { action, traits = {} } = entry.payload;
  const partOf = (name: string): SentencePart | undefined => {
    if (isNoun(name, t)) return recordPart(kindOf(name, entry), entry, t);
    const text = describe(name, traits[name], words);
    return text === undefined ? undefined : { text };
  };
  const partsOf = (template: string, isOptional: boolean): readonly SentencePart[] => {
    const parts: SentencePart[] = [];
    let end = 0;
    for (const { 0: found, 1: group, 2: name = '', index } of template.matchAll(templateGroups)) {
      parts.push({ text: template.slice(end, index) });
      end = index + found.length;
      if (group !== undefined) {
        parts.push(...partsOf(group, true));
        continue;
      }
      const part = partOf(name);
      if (part === undefined && isOptional) return [];
      parts.push(part ?? { text: isNoun(name, t) ? t.records[name].one : '…' });
    }
    return [...parts, { text: template.slice(end) }].filter(({ text }) => text !== '');
  };
  return partsOf(actTemplate(action, t), false);
}

/** The sentence as plain text. */
export function textOf(entry: AuditTold, words: AuditWords): string {
  return sentenceOf(entry, words)
    .map(({ text }) => text)
    .join('');
}
