import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';

/** Memory of one page, in MiB. */
export interface Memory {
  /** The JavaScript heap in use. */
  readonly heap: number;
  /** Private memory of the processes that draw pages, without files and shared pages. */
  readonly process: number;
}

/** A process gives memory back in its own time: the smallest of so many measures counts, a second apart. */
const looks = 5;
const mebibyte = 1024 * 1024;

/** The private memory of a process, in MiB (`RssAnon` of `/proc/<pid>/status`, in kB). */
async function privateMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

async function pageProcesses(browser: CDPSession): Promise<readonly number[]> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/**
 * Follows the memory of a page.
 * @returns measures now, after a collection, with the caches of the browser dropped: neither grows without end, and both
 *   would hide what does
 */
export async function followMemory(page: Page): Promise<() => Promise<Memory>> {
  const own = await page.context().newCDPSession(page);
  const browser = await page.context().browser()!.newBrowserCDPSession();
  await own.send('HeapProfiler.enable');
  await own.send('ServiceWorker.enable');
  const look = async (): Promise<Memory> => {
    // Chromium ends it after half a minute without a request; its garbage is not the page's.
    await own.send('ServiceWorker.stopAllWorkers');
    await own.send('Memory.simulatePressureNotification', { level: 'critical' });
    await own.send('HeapProfiler.collectGarbage');
    await own.send('HeapProfiler.collectGarbage');
    const { usedSize } = await own.send('Runtime.getHeapUsage');
    const sizes = await Promise.all((await pageProcesses(browser)).map(privateMemory));
    return { heap: usedSize / mebibyte, process: sizes.reduce((sum, size) => sum + size, 0) };
  };
  return async () => {
    const seen: Memory[] = [];
    while (seen.push(await look()) < looks) await wait(1_000);
    const least = (key: keyof Memory) => Math.min(...seen.map((memory) => memory[key]));
    return { heap: least('heap'), process: least('process') };
  };
}
