import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measureRequests } from './requests/run.ts';

/** Runs every measurement and writes its result beside it. */
const report = await measureRequests();
console.log(report);
await writeFile(join(import.meta.dirname, 'requests', 'RESULT.md'), report);
