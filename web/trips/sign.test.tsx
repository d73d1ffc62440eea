import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderIn } from '../testing/render.tsx';
import { SignScreen } from './SignScreen.tsx';

const nothing = () => undefined;
const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 1024, height: 600 },
  { width: 360, height: 740 },
];
const texts = [
  'Ñu',
  'Herrera',
  'García López',
  'Bartholomäus',
  'Familia Peñaloza-Etchegaray de la Fuente',
  'Hüttenmeister-Vorderbrügge',
  '李',
  'محمد عبد الرحمن',
  'W'.repeat(40),
  'Rindfleischetikettierungsüberwachungsauf',
  'Z\u0351\u036b\u0313\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031eA\u0334\u033f\u0301\u0301\u0301',
  '👨‍👩‍👧 Rojas 🇨🇱',
  '👑'.repeat(20),
  'Nguyễn Thị Ngọc Ánh',
];
/** A sign of 1280 × 800 on 10.1 inches. */
const pxPerCm = Math.hypot(1280, 800) / 10.1 / 2.54;

const sign = page.getByRole('dialog');

/** The height of the letters as they are drawn, and the height of the whole text with accents and tails, in px. */
function glyphsOf(element: HTMLElement) {
  const { fontSize, fontFamily, fontWeight } = getComputedStyle(element);
  const canvas = document.createElement('canvas').getContext('2d')!;
  canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const capital = canvas.measureText('H').actualBoundingBoxAscent;
  const all = canvas.measureText(element.textContent ?? '');
  return {
    capital,
    height: all.actualBoundingBoxAscent + all.actualBoundingBoxDescent,
  };
}

async function showSign(text: string, onClose: () => void = nothing) {
  await document.fonts.load('700 200px Archivo', text);
  await renderIn('es', <SignScreen text={text} code="KMTRW" onClose={onClose} />, ['ownTrips']);
  await expect.element(sign).toBeVisible();
  return sign.getByText(text).element() as HTMLElement;
}

test.for(texts)('the sign «%s» is whole at every size, on two lines at most', async (text) => {
  onTestFinished(() => page.viewport(1280, 800));
  const line = await showSign(text);
  for (const { width, height } of sizes) {
    await page.viewport(width, height);
    const place = line.parentElement!;
    const isInside = () => {
      const { left, top, right, bottom } = line.getBoundingClientRect();
      const around = place.getBoundingClientRect();
      return left >= 0 && right <= width && top >= around.top - 1 && bottom <= around.bottom + 1;
    };
    const lines = () => Math.round(line.offsetHeight / Number.parseFloat(getComputedStyle(line).lineHeight));
    // The text gets its size a frame after its place.
    await expect.poll(() => isInside() && lines(), { message: `${text} ${width}` }).toBeOneOf([1, 2]);
    const { lineHeight } = getComputedStyle(line);
    const glyphs = glyphsOf(line);
    // No glyph of one line reaches into the other, or out of its place.
    expect(glyphs.height, `${text} ${width}`).toBeLessThanOrEqual(Number.parseFloat(lineHeight));
    const foot = place.nextElementSibling!.getBoundingClientRect();
    expect(foot.height, `${text} ${width}`).toBeLessThanOrEqual(height * 0.15);
  }
});

test.for([
  ['Herrera', 3.5],
  ['García López', 3.5],
  ['Bartholomäus', 3.5],
  ['Familia Peñaloza-Etchegaray de la Fuente', 1.6],
] as const)('the capitals of «%s» are %d cm high on a tablet of 10.1 inches', async ([text, least]) => {
  await page.viewport(1280, 800);
  const line = await showSign(text);
  await expect.poll(() => glyphsOf(line).capital / pxPerCm).toBeGreaterThanOrEqual(least);
});

test('the sign is black on white in the dark, and goes after two seconds of holding, not at a press or Escape', async () => {
  document.documentElement.dataset['theme'] = 'dark';
  onTestFinished(() => void delete document.documentElement.dataset['theme']);
  const close = vi.fn();
  await showSign('Herrera', close);
  const { color, backgroundColor } = getComputedStyle(sign.element());
  expect([color, backgroundColor]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  await sign.getByRole('button').click();
  sign.element().dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(close).not.toHaveBeenCalled();
  await sign.getByRole('button').click({ delay: 2_200 });
  expect(close).toHaveBeenCalledOnce();
});
