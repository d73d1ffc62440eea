import { parentPort } from 'node:worker_threads';
import { xmlTasks, type XmlTasks } from './xml-tasks.ts';

export interface XmlJob {
  readonly name: keyof XmlTasks;
  readonly input: unknown;
}

/** The message that the worker posts back for each job. */
export type XmlOutcome = { readonly result: unknown } | { readonly failure: string };

async function run({ name, input }: XmlJob): Promise<XmlOutcome> {
  try {
    return { result: await (xmlTasks[name] as (given: unknown) => Promise<unknown>)(input) };
  } catch (error) {
    return { failure: (error as Error).message.slice(0, 300) };
  }
}

// Mute the parser's warnings, so that strangers cannot fill the log. A parent that read the worker's output instead would
// not exit.
for (const stream of [process.stdout, process.stderr]) stream.write = () => true;

parentPort!.on('message', async (job: XmlJob) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort!.postMessage(await run(job));
});
