import type { BrowserContext, CDPSession } from '@playwright/test';

/** The slow phone and the slow network of Lighthouse's mobile preset; the phone is slower by half than there. */
export const cpuSlowDown = 6;
const bytesPerSecond = (1.6 * 1024 * 1024) / 8;
const roundTrip = 150;

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTrip,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowDown });
}

/** A page of Lighthouse's phone; `slow` puts it under the conditions from then on. */
export async function openPhone(context: BrowserContext) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    mobile: true,
    width: 412,
    height: 823,
    deviceScaleFactor: 1.75,
  });
  return { page, slow: () => slowDown(devtools) };
}

/** A page of the context's own size; `slow` puts it under the conditions from then on. */
export async function openTablet(context: BrowserContext) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  return { page, slow: () => slowDown(devtools) };
}
