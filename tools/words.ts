import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { writeCsv } from '../web/util/csv.ts';
import { readTable } from '../web/util/reading/table.ts';
import { runCommand } from './command.ts';
import { readModules } from './words/modules.ts';
import { changeTexts, listTexts, type Row } from './words/table.ts';
import { languages } from '../shared/languages.ts';

const usage = `npm run words -- export <file.csv>
npm run words -- import <file.csv>

Writes the texts of the app into a table for a translator, one row per text with a column per language, and takes the table
back into web/i18n. {name} in a text stands for what the app puts there: keep it. An empty field leaves a text as it is. Texts
that only staff read are Spanish and English; leave their other fields empty.`;

async function exportTexts(file: string): Promise<void> {
  const { rows, skipped } = listTexts(await readModules());
  const records = rows.map(({ key, texts }) => [key, ...languages.map((language) => texts[language] ?? '')]);
  await writeFile(file, writeCsv([['key', ...languages], ...records]));
  console.log(`Texts in ${file}: ${rows.length}.`);
  if (skipped.length > 0)
    console.log(
      `These texts are code (${skipped.length}); translate them in web/i18n: ${skipped.join(', ')}`,
    );
}

/** @throws Error when the file has no column for a key and a language */
function readRows(text: string): readonly Row[] {
  const [heading, ...records] = readTable(text);
  const columns = heading?.fields.map((field) => field.trim()) ?? [];
  const named = languages.filter((language) => columns.includes(language));
  if (columns[0] !== 'key' || named.length === 0)
    throw new Error(
      `The first line must name the columns: key, and languages of ${languages.join(', ')}. Export a table to see it.`,
    );
  return records.map(({ fields }) => ({
    key: fields[0] ?? '',
    texts: Object.fromEntries(named.map((language) => [language, fields[columns.indexOf(language)] ?? ''])),
  }));
}

async function importTexts(file: string): Promise<void> {
  const { modules, changed, problems } = changeTexts(
    await readModules(),
    readRows(await readFile(file, 'utf8')),
  );
  if (problems.length > 0) throw new Error(`Nothing was changed.\n${problems.join('\n')}`);
  await Promise.all(modules.map(({ path, source }) => writeFile(path, source)));
  console.log(`Changed texts: ${changed}. Run npm run format and npm test, and look at the screens.`);
}

await runCommand(async () => {
  const [verb, file, ...rest] = parseArgs({ allowPositionals: true }).positionals;
  const act = verb === 'export' ? exportTexts : verb === 'import' ? importTexts : undefined;
  if (!act || !file || rest.length > 0) throw new Error(usage);
  await act(file);
});
