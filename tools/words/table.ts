import { languages, type Language } from '../../shared/languages.ts';
import { writeCsv } from '../../web/util/csv.ts';
import { readTable } from '../../web/util/reading/table.ts';
import type { MessageModule } from './modules.ts';
import { placeholdersOf, sourceOf, textsOf, type SourceText } from './texts.ts';

/** A row of the table. */
export interface Row {
  readonly key: string;
  /** A language whose text is code has none; so have languages in which the app has no such text. */
  readonly texts: Readonly<Partial<Record<Language, string>>>;
}

interface Listed {
  readonly rows: readonly Row[];
  /** The keys of what is code in some language. */
  readonly skipped: readonly string[];
}

/** Makes the table of all texts, in the order of the Spanish files. */
export function listTexts(modules: readonly MessageModule[]): Listed {
  const rows = new Map<string, Partial<Record<Language, string>>>();
  const skipped = new Set<string>();
  const byLanguage = languages.flatMap((language) => modules.filter((each) => each.language === language));
  for (const module of byLanguage) {
    const found = textsOf(module);
    for (const { key, text } of found.texts) rows.set(key, { ...rows.get(key), [module.language]: text });
    for (const key of found.skipped) skipped.add(key);
  }
  return { rows: Array.from(rows, ([key, texts]) => ({ key, texts })), skipped: [...skipped] };
}

/** A field as a file holds it: with marks before what a spreadsheet would take for a formula. */
function exported(text: string): string {
  return readTable(writeCsv([['key', text]]))[0]?.fields[1] ?? '';
}

/** The text of a field without those marks. */
function unmarked(field: string): string {
  return field.replace(/(^|[;,\t\r\n])'(?=[=+\-@＝＋－＠])/g, '$1').replaceAll('\r\n', '\n');
}

/** Says why a translation cannot take the place of a text; undefined when it can. */
function problemOf(text: string, { text: before, parameters }: SourceText): string | undefined {
  if (!parameters) return undefined;
  const [given, needed] = [placeholdersOf(text), placeholdersOf(before)];
  const unknown = given.filter((name) => !parameters.includes(name));
  if (unknown.length > 0) return `{${unknown.join('}, {')}} stands for nothing here`;
  const missing = needed.filter((name) => !given.includes(name));
  return missing.length > 0 ? `{${missing.join('}, {')}} is missing` : undefined;
}

/** Refuses translations of a text into languages that have no file for it, as those that only staff read. */
function foreignFields(modules: readonly MessageModule[], { key, texts }: Row): readonly string[] {
  const name = key.slice(0, key.indexOf('.'));
  const own = languages.filter((language) =>
    modules.some((module) => module.name === name && module.language === language),
  );
  return languages
    .filter((language) => !own.includes(language) && texts[language]?.trim())
    .map((language) => `${key}, ${language}: this text is in ${own.join(', ')} only. Empty the field.`);
}

interface Changed {
  /** The modules that differ now, with their new source. */
  readonly modules: readonly MessageModule[];
  /** The number of changed texts. */
  readonly changed: number;
  /** One sentence for each field that cannot be taken, and each row of no text. */
  readonly problems: readonly string[];
}

/** Puts the texts of a table into the sources. Empty fields, and fields that are as before, change nothing. */
export function changeTexts(modules: readonly MessageModule[], rows: readonly Row[]): Changed {
  const table = new Map(rows.map(({ key, texts }) => [key, texts]));
  const known = new Set<string>();
  const problems: string[] = [];
  let changed = 0;
  const written = modules.map((module) => {
    const { language } = module;
    let { source } = module;
    // From the end, so that the places before stay as they are.
    for (const each of textsOf(module).texts.toReversed()) {
      known.add(each.key);
      const field = table.get(each.key)?.[language] ?? '';
      if (field.trim() === '' || field === exported(each.text)) continue;
      const text = unmarked(field);
      const problem = problemOf(text, each);
      if (problem) problems.push(`${each.key}, ${language}: ${problem}.`);
      source = source.slice(0, each.start) + sourceOf(text, each.parameters) + source.slice(each.end);
      changed += 1;
    }
    return { ...module, source };
  });
  for (const row of rows)
    if (known.has(row.key)) problems.push(...foreignFields(modules, row));
    else problems.push(`${row.key}: there is no such text.`);
  return {
    modules: written.filter(({ source }, index) => source !== modules[index]?.source),
    changed,
    problems,
  };
}
