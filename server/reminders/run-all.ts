/** Runs each task although others fail. @throws Error with the number of failures and the first reason */
export async function runAll(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const reasons: unknown[] = [];
  for (const task of tasks) await task().catch((reason: unknown) => reasons.push(reason));
  const [first] = reasons;
  if (first === undefined) return;
  const reason = first instanceof Error ? first.message : String(first);
  throw new Error(`${reasons.length} of ${tasks.length} mails were not sent: ${reason}`, { cause: first });
}
