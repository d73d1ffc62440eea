import type { JobTools, ProductJob } from '../../backend/index.ts';

/** Sends one mail, or all those of one person. */
export type MailTask = () => Promise<void>;

/** Somewhat less than a minute and an hour, because polls are not exact. */
const periodsMs = { minute: 55_000, hour: 54 * 60_000 };

/** Runs each task although others fail. @throws Error with the number of failures and the first reason */
async function runAll(tasks: readonly MailTask[]): Promise<void> {
  const reasons: unknown[] = [];
  for (const task of tasks) await task().catch((reason: unknown) => reasons.push(reason));
  const [first] = reasons;
  if (first === undefined) return;
  const reason = first instanceof Error ? first.message : String(first);
  throw new Error(`${reasons.length} of ${tasks.length} mails were not sent: ${reason}`, { cause: first });
}

/** A job of this name that runs the tasks for the mails that are due, once in each period. */
export function mailJob(
  name: string,
  period: keyof typeof periodsMs,
  tasksOf: (tools: JobTools) => Promise<readonly MailTask[]>,
): ProductJob {
  return { name, periodMs: periodsMs[period], run: async (tools) => runAll(await tasksOf(tools)) };
}
