/**
 * Apple's devices take the picture shown while an installed app starts from a link, not from the manifest, and only in
 * the exact size of the screen: draws it, the product's mark on the night colour. Does nothing elsewhere.
 */
export function showSplash(): void {
  if (!('standalone' in navigator)) return;
  const mark = new Image();
  mark.addEventListener('load', () => {
    const { width, height } = window.screen;
    for (const [wide, high, orientation] of [
      [width, height, 'portrait'],
      [height, width, 'landscape'],
    ] as const)
      addLink(draw(mark, wide, high), orientation);
  });
  mark.src = '/icons/icon-512.png';
}

/** @returns the address of a picture with this size in CSS pixels */
function draw(mark: HTMLImageElement, width: number, height: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = width * window.devicePixelRatio;
  canvas.height = height * window.devicePixelRatio;
  const context = canvas.getContext('2d');
  const side = Math.min(canvas.width, canvas.height) / 3;
  if (context) {
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--color-night');
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(mark, (canvas.width - side) / 2, (canvas.height - side) / 2, side, side);
  }
  return canvas.toDataURL('image/png');
}

function addLink(href: string, orientation: 'portrait' | 'landscape'): void {
  const link = { rel: 'apple-touch-startup-image', media: `(orientation: ${orientation})`, href };
  document.head.append(Object.assign(document.createElement('link'), link));
}
