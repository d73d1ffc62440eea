import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../../../util/semaphore.ts';
import type { XmlTasks } from './xml-tasks.ts';
import type { XmlJob, XmlOutcome } from './xml-worker.ts';

/** Untrusted XML is malformed, or too expensive to parse. */
export class XmlError extends Error {}

const maxDepth = 50;
const maxTags = 5000;
const timeoutMs = 10_000;
const maxMemoryMb = 128;
/** In documents. */
const maxWaiting = 20;

/** The end of a comment, CDATA section or processing instruction; -1 without one, or for a forbidden document type. */
function endOfOther(xml: string, start: number): number {
  const ends = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' };
  for (const [opening, closing] of Object.entries(ends))
    if (xml.startsWith(opening, start)) return xml.indexOf(closing, start);
  return -1;
}

/** Rejects XML that is slow to parse, in one pass over the text. @throws XmlError */
export function checkXmlShape(xml: string): void {
  let depth = 0;
  let tags = 0;
  for (let start = xml.indexOf('<'); start !== -1;) {
    const isOther = xml[start + 1] === '!' || xml[start + 1] === '?';
    const end = isOther ? endOfOther(xml, start) : xml.indexOf('>', start);
    if (end === -1) throw new XmlError('the XML is not well-formed, or has a document type');
    if (!isOther && xml[start + 1] === '/') depth -= 1;
    else if (!isOther && xml[end - 1] !== '/') depth += 1;
    // XML has no "<" within a tag; on such a tag the parser backtracks.
    if (!isOther && xml.lastIndexOf('<', end) !== start) throw new XmlError('the XML is not well-formed');
    tags += 1;
    if (depth > maxDepth) throw new XmlError('the XML is nested too deeply');
    if (tags > maxTags) throw new XmlError('the XML has too many tags');
    start = xml.indexOf('<', end);
  }
}

type RunJob = (job: XmlJob) => Promise<XmlOutcome>;
/** The running worker; undefined after it exceeded its time or memory. */
let running: RunJob | undefined;

/** Starts a worker that runs one job at a time. */
function startWorker(): RunJob {
  let outcome = Promise.withResolvers<XmlOutcome>();
  const thread = new Worker(new URL('./xml-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    execArgv: [],
    env: {},
  });
  const fail = (reason: string) => {
    if (running === runJob) running = undefined;
    outcome.reject(new XmlError(reason));
  };
  thread.on('message', (message: XmlOutcome) => outcome.resolve(message));
  thread.on('error', (error) => fail(error.message));
  thread.on('exit', () => fail('the XML took too long to read'));
  thread.unref();

  async function runJob(job: XmlJob): Promise<XmlOutcome> {
    outcome = Promise.withResolvers();
    const timer = setTimeout(() => void thread.terminate(), timeoutMs);
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      thread.postMessage(job);
      return await outcome.promise;
    } finally {
      clearTimeout(timer);
    }
  }
  return runJob;
}

const { run } = createSemaphore({ running: 1, waiting: maxWaiting });

/**
 * Parses untrusted XML in a worker with bounded time and memory, one document at a time.
 * @throws XmlError when the XML is rejected; BusyError when the queue is full
 */
export async function runXmlTask<Name extends keyof XmlTasks>(
  name: Name,
  input: Parameters<XmlTasks[Name]>[0],
): Promise<Awaited<ReturnType<XmlTasks[Name]>>> {
  const outcome = await run([], () => (running ??= startWorker())({ name, input }));
  if ('failure' in outcome) throw new XmlError(outcome.failure);
  return outcome.result as Awaited<ReturnType<XmlTasks[Name]>>;
}
