import { isNumber, storedValue } from '../util/storedValue.ts';

const optionCount = storedValue('sign-in-services', isNumber);

/** Remembers the number of further sign-in options, so that their place stays free the next time. */
export function rememberOptionCount(count: number): void {
  // Without storage the buttons only shift the page.
  optionCount.write(count);
}

/** The height in pixels of the buttons of the last time; undefined for none. */
export function optionSpace(): number | undefined {
  const count = Math.min(optionCount.read() ?? 0, 4);
  return count > 0 ? 49 + count * 68 - 12 : undefined;
}
