import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../tools/command.ts';
import { measurePages } from './lighthouse/run.ts';
import { compareWithLite } from './lite/run.ts';
import { measureRequests } from './requests/run.ts';
import { measureTablets } from './tablets/run.ts';

const questions = {
  requests: measureRequests,
  lite: compareWithLite,
  tablets: measureTablets,
  lighthouse: measurePages,
};

/** Runs every measurement, or those named on the command line, and writes each result beside its runner. */
await runCommand(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !(name in questions));
  if (unknown.length > 0)
    throw new Error(
      `There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(questions).join(', ')}.`,
    );
  for (const [name, measure] of Object.entries(questions)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`Measuring ${name}; this takes minutes …`);
    const report = await measure();
    console.log(report);
    await writeFile(join(import.meta.dirname, name, 'RESULT.md'), report);
  }
});
