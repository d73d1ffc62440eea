import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const night = '#0B1D2A';

/** The icons that the manifest and the page name, in pixels. `share`: how much of the width is the mark's own square. */
const icons = [
  { name: 'icon-192', size: 192, share: 1, square: false },
  { name: 'icon-512', size: 512, share: 1, square: false },
  // The middle 80 per cent stay in whatever shape a device cuts out.
  { name: 'maskable-192', size: 192, share: 0.78, square: true },
  { name: 'maskable-512', size: 512, share: 0.78, square: true },
  // Apple rounds the corners itself.
  { name: 'apple-touch-icon', size: 180, share: 0.92, square: true },
] as const;

/** Draws the icons of the installed app from the product's mark, `favicon.svg`, into `icons/` of the built app. */
export async function drawIcons(dist: string): Promise<void> {
  const mark = await readFile(join(dist, 'favicon.svg'), 'utf8');
  const folder = join(dist, 'icons');
  await mkdir(folder, { recursive: true });
  for (const { name, size, share, square } of icons) {
    const side = Math.round(size * share);
    const drawn = await sharp(Buffer.from(mark), { density: (72 * side) / 64 })
      .resize(side)
      .toBuffer();
    const ground = {
      width: size,
      height: size,
      channels: 4,
      background: square ? night : '#00000000',
    } as const;
    const png = await sharp({ create: ground })
      .composite([{ input: drawn }])
      .png({ palette: true, colours: 16, compressionLevel: 9, effort: 10 })
      .toBuffer();
    await writeFile(join(folder, `${name}.png`), png);
  }
}
