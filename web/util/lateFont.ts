import url from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url';

/** Browsers attribute layout shifts within half a second of these events to the person. */
const touches = ['pointerup', 'keyup'] as const;
/** Later than a panel needs to open at the touch, and within that half second. */
const applyDelayMs = 250;

/** @throws without a network */
export function loadFont(): Promise<FontFace> {
  return new FontFace('Archivo', `url(${url})`, { weight: '100 900', stretch: '62% 125%' }).load();
}

/**
 * Applies the font at the next touch after it has loaded. With `font-display: optional` a font that is late for the first
 * picture would stay unused until the page reloads, which may take all day. Changes nothing when the font was in time.
 * Rejects without a network; the next start tries again.
 */
export async function takeFontLater(): Promise<void> {
  const font = await loadFont();
  const once = new AbortController();
  const take = () => {
    once.abort();
    // The panel that the touch opens comes first: a new font lays out the whole page again.
    setTimeout(() => document.fonts.add(font), applyDelayMs);
  };
  for (const touch of touches) window.addEventListener(touch, take, { capture: true, signal: once.signal });
}
