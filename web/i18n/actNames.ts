import type { audit } from './es/audit.ts';

export type AuditMessages = typeof audit;
/** A noun of the acts; the owner of a document is a driver or a vehicle. */
export type AuditNoun = keyof AuditMessages['records'];

export const isNoun = (name: string, t: AuditMessages): name is AuditNoun => Object.hasOwn(t.records, name);

/** The word for a code; undefined for a code that has none. */
export const wordOf = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The template of an act's sentence; an act that no version of ours knows has the general one. */
export const actTemplate = (action: string, t: AuditMessages): string =>
  wordOf(t.acts, action) ?? t.acts.resource_modified;

/** Details and optional groups of a template: `{driver}`, `[ en {vehicle}]`. */
export const templateGroups = /\[([^\]]*)\]|\{(\w+)\}/g;

/** An act without its details, to choose it from a list: “Terminó el turno de un conductor”. */
export function nameOfAct(action: string, t: AuditMessages): string {
  return actTemplate(action, t).replaceAll(templateGroups, (_, group?: string, name = '') => {
    if (group !== undefined) return '';
    return isNoun(name, t) ? t.records[name].one : '…';
  });
}
