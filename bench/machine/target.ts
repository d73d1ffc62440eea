import type { MeasuredProcess } from './process.ts';

/** A backend under measurement. */
export interface Target extends AsyncDisposable {
  readonly name: string;
  readonly port: number;
  readonly publishableKey: string;
  readonly process: MeasuredProcess;
}

/** Whether the server at `port` answers at all. */
export async function answers(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/auth/v1/health`).catch(() => null);
  await response?.body?.cancel();
  return response !== null;
}
