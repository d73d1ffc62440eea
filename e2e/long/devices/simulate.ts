import { setTimeout as wait } from 'node:timers/promises';
import { percentiles } from '../../../backend/bench/machine/load.ts';
import { createPerson } from '../../../backend/bench/machine/person.ts';
import type { Target } from '../../../backend/bench/machine/process.ts';
import { drivers } from '../../../bench/product.ts';
import { createDevice, type Answer } from './device.ts';

export interface Simulation {
  readonly requests: number;
  /** In milliseconds. */
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  /** Answers of 500 and above, and requests without any. */
  readonly failures: readonly Answer[];
  /** Other answers than 2xx. */
  readonly refusals: readonly Answer[];
  /** Ratings of which their own device did not hear over its websocket, apart from each device's last one. */
  readonly unheard: number;
  /** Memory of the server and its database in MiB: at a sixth of the time, and at the end. */
  readonly memoryEarly: number;
  readonly memoryLate: number;
}

/**
 * Runs that many devices for that many seconds: each begins with the app's start and then, once a minute, starts anew, and
 * sends a rating. They begin one after the other within the first minute, as drivers do.
 */
export async function simulateDevices(target: Target, devices: number, seconds: number): Promise<Simulation> {
  const answers: Answer[] = [];
  let unheard = 0;
  const minute = Math.min(60_000, (seconds * 1000) / 2);
  const until = performance.now() + seconds * 1000;

  async function drive(index: number): Promise<void> {
    await wait((index / devices) * minute);
    const driver = await createPerson(target, drivers, index);
    await using device = createDevice(target, driver, (answer) => answers.push(answer));
    while (performance.now() < until) {
      const next = performance.now() + minute;
      await device.start();
      await wait(minute / 3);
      await device.rate();
      await wait(Math.max(0, Math.min(next, until) - performance.now()));
    }
    const { ratings, heard } = device.counts();
    unheard += Math.max(0, ratings - 1 - heard);
  }

  const driving = Array.from({ length: devices }, (_, index) => drive(index));
  await wait((seconds * 1000) / 6);
  const memoryEarly = await target.process.memory();
  await Promise.all(driving);
  const at = percentiles(answers.map(({ milliseconds }) => milliseconds));
  return {
    requests: answers.length,
    median: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failures: answers.filter(({ status }) => status === 0 || status >= 500),
    refusals: answers.filter(({ status }) => status >= 300 && status < 500),
    unheard,
    memoryEarly,
    memoryLate: await target.process.memory(),
  };
}
