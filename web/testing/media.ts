import type { CDPSession } from '@vitest/browser-playwright';
import jsQR from 'jsqr';
import { onTestFinished } from 'vitest';
import { cdp, page } from 'vitest/browser';

const devTools = (): CDPSession => cdp();

type Scheme = 'dark' | 'light';

/** Emulates media features until the test ends. */
async function emulate(features: Readonly<Record<string, string>>): Promise<void> {
  const set = (given: Readonly<Record<string, string>>) =>
    devTools().send('Emulation.setEmulatedMedia', {
      features: Object.entries(given).map(([name, value]) => ({ name, value })),
    });
  await set(features);
  onTestFinished(async () => void (await set({})));
}

/** Emulates a high-contrast mode of the system, on black or on white, until the test ends. */
export function forceColours(scheme: Scheme): Promise<void> {
  return emulate({ 'forced-colors': 'active', 'prefers-color-scheme': scheme });
}

/** Emulates the dark mode that a browser makes of every page, on a system of either kind, until the test ends. */
export async function forceDark(scheme: Scheme): Promise<void> {
  await emulate({ 'prefers-color-scheme': scheme });
  await devTools().send('Emulation.setAutoDarkModeOverride', { enabled: true });
  onTestFinished(async () => void (await devTools().send('Emulation.setAutoDarkModeOverride', {})));
}

/** Reads a QR code from the pixels on the screen, as a camera does. Null where a decoder finds none. */
export async function scan(code: Element): Promise<string | null> {
  const png = await page.screenshot({ element: code, save: false });
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
  context.drawImage(picture, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, picture.width, picture.height);
  return jsQR(data, width, height)?.data ?? null;
}
