import { expect, test } from 'vitest';
import { createPerson } from '../../../backend/bench/machine/person.ts';
import { freePort } from '../../../backend/testing/processes.ts';
import { drivers, startProduct } from '../../../bench/product.ts';
import { languages } from '../../../shared/languages.ts';
import { openApp } from '../failover/browser.ts';
import { followMemory } from './memory.ts';
import { createPassengers } from './passenger.ts';
import { launchUnrecorded } from './unrecorded.ts';

/** How long the device is in use. Only for developing, `SOAK_MINUTES` makes the same touches follow faster. */
const minutes = Number(process.env['SOAK_MINUTES'] ?? 30);
/** A day's worth: twelve hours with three passengers in each, who touch the screen fifty times. */
const touchesOfDay = 1_800;
/**
 * Touches in the first sixth of the time: half of the day's. The browser keeps 150 to 250 entries of each kind in a page's
 * performance timeline, and these buffers are full by then.
 */
const earlyTouches = 900;
/** Share by which memory may differ from what it was after a sixth of the time. */
const tolerance = 0.1;

/**
 * Functions are not compiled to machine code: V8 goes on with that for hundreds of touches, and the code would count as
 * heap. Heap snapshots of a run without this flag showed that growth, and no other.
 */
const interpreted = '--js-flags=--no-opt --no-maglev --no-sparkplug';

test(
  'L9 a device that is touched for a day holds as much memory at its end as after five minutes',
  async () => {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await startProduct(await freePort()));
    const driver = await createPerson(server, drivers, 0);
    const browser = await launchUnrecorded(stack, [interpreted]);
    const page = await openApp(browser, `http://127.0.0.1:${server.port}`, driver);
    const measure = await followMemory(page);
    const passengers = createPassengers(page);
    const start = performance.now();
    /** Five passengers at a time, until so many minutes have gone by. */
    const ridesUntil = async (end: number, pause: number): Promise<void> => {
      do for (const language of languages) await passengers.ride(language, pause);
      while (performance.now() - start < end * 60_000);
    };

    const firstMinutes = minutes / 6;
    await ridesUntil(firstMinutes, (firstMinutes * 60_000) / earlyTouches);
    const early = await measure();
    await ridesUntil(minutes, ((minutes - firstMinutes) * 60_000) / (touchesOfDay - earlyTouches));
    const late = await measure();
    console.log(
      `${passengers.touches()} touches, heap ${early.heap.toFixed(1)} → ${late.heap.toFixed(1)} MiB, ` +
        `process ${early.process.toFixed(0)} → ${late.process.toFixed(0)} MiB`,
    );
    expect(late.heap).toBeLessThanOrEqual(early.heap * (1 + tolerance));
    expect(late.process).toBeLessThanOrEqual(early.process * (1 + tolerance));
  },
  (minutes + 15) * 60_000,
);
