import url from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url';

/** Whatever moves within half a second of these, the person has moved. */
const touches = ['pointerup', 'keyup'] as const;

/**
 * A font that was not there in time for the first picture (`font-display: optional`) is left out until the page is
 * opened again, which may be in the evening. This takes it on earlier: once it has come, at the next touch, when things
 * change anyway. Where the font was in time, nothing changes.
 */
export async function takeFontLater(): Promise<void> {
  const font = new FontFace('Archivo', `url(${url})`, { weight: '100 900', stretch: '62% 125%' });
  try {
    await font.load();
  } catch {
    // Without a network; the next start tries again.
    return;
  }
  const once = new AbortController();
  const take = () => {
    once.abort();
    // What was touched answers first.
    requestAnimationFrame(() => setTimeout(() => document.fonts.add(font)));
  };
  for (const touch of touches) window.addEventListener(touch, take, { capture: true, signal: once.signal });
}
