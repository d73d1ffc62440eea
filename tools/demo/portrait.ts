import sharp from 'sharp';

type Style = 'short' | 'long' | 'bob' | 'bun' | 'curly' | 'bald';

/** How a drawn driver looks. `skin`, `hair` and `ground` are places in the tables of colours below. */
export interface Portrait {
  readonly skin: number;
  readonly hair: number;
  readonly ground: number;
  readonly style: Style;
  readonly beard?: boolean;
  readonly glasses?: boolean;
}

/** Each skin with its shade. */
const skins = [
  ['#F3C9A5', '#DFAA82'],
  ['#E6B088', '#CE9169'],
  ['#C98B5E', '#AF7147'],
  ['#A56A42', '#8A5433'],
  ['#70452E', '#593523'],
] as const;
const hairs = ['#231A17', '#4A2F20', '#8C5A2B', '#2F2723', '#8E8C8A'] as const;
const grounds = ['#CFE3EA', '#F2D9C4', '#D5E5D0', '#E7DCEF', '#F5E6B8', '#D3DCF0'] as const;
const shirts = ['#123A52', '#8C4A2B', '#2E5B46', '#473A66', '#1F2A37', '#2B4C7E'] as const;

/** The hair behind the head and in front of it. */
const styles: Readonly<Record<Style, readonly [behind: string, before: string]>> = {
  short: ['', '<path d="M208 262q-8-126 112-126t112 126q-16-62-60-72-70 18-112-4-40 22-52 76z"/>'],
  long: [
    '<path d="M190 290q-6-168 130-168t130 168q4 110 26 170h-312q22-60 26-170z"/>',
    '<path d="M208 276q0-130 112-132 112 2 112 132-14-66-84-104-66 74-140 104z"/>',
  ],
  bob: [
    '<path d="M186 300q-6-172 134-172t134 172q2 74-12 104h-244q-14-30-12-104z"/>',
    '<path d="M206 268q6-124 114-124t114 124q-40-70-114-70t-114 70z"/>',
  ],
  bun: [
    '<circle cx="320" cy="122" r="52"/>',
    '<path d="M206 272q2-132 114-132t114 132q-22-74-114-80-92 6-114 80z"/>',
  ],
  curly: [
    '<circle cx="226" cy="214" r="54"/><circle cx="414" cy="214" r="54"/>',
    '<circle cx="248" cy="176" r="50"/><circle cx="304" cy="150" r="52"/><circle cx="364" cy="156" r="52"/><circle cx="402" cy="188" r="42"/>',
  ],
  bald: ['', '<path d="M206 290q-6-40 2-66 6 30 18 40zM434 290q6-40-2-66-6 30-18 40z"/>'],
};

function drawing({ skin, hair, ground, style, beard, glasses }: Portrait): string {
  const [tone, shade] = skins[skin] ?? skins[0];
  const [behind, before] = styles[style];
  const mane = hairs[hair];
  const chin = `<path d="M212 296q8 132 108 132t108-132q-10 52-52 56-56-22-112 0-42-4-52-56z" fill="${mane}"/>`;
  const lenses =
    '<g fill="none" stroke="#2A2A2A" stroke-width="7"><circle cx="272" cy="278" r="33"/><circle cx="368" cy="278" r="33"/><path d="M305 274q15-8 30 0"/></g>';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640">
    <rect width="640" height="640" fill="${grounds[ground]}"/>
    <g fill="${mane}">${behind}</g>
    <path d="M84 640q10-158 148-184h176q138 26 148 184z" fill="${shirts[ground]}"/>
    <path d="M268 392h104v72q-52 54-104 0z" fill="${shade}"/>
    <path d="M248 458l72 60 72-60 20 8-58 96-34-44-34 44-58-96z" fill="#FFFFFF"/>
    <circle cx="204" cy="286" r="26" fill="${shade}"/><circle cx="436" cy="286" r="26" fill="${shade}"/>
    <path d="M208 262q0-122 112-122t112 122q0 162-112 162t-112-162z" fill="${tone}"/>
    ${beard ? chin : ''}
    <g fill="${mane}">${before}</g>
    <g fill="none" stroke="${mane}" stroke-width="9" stroke-linecap="round">
      <path d="M246 240q26-16 50-2M344 238q24-14 50 2"/></g>
    <circle cx="272" cy="278" r="11" fill="#241B16"/><circle cx="368" cy="278" r="11" fill="#241B16"/>
    <circle cx="276" cy="274" r="4" fill="#FFFFFF"/><circle cx="372" cy="274" r="4" fill="#FFFFFF"/>
    <path d="M320 286q-14 34 6 36" fill="none" stroke="${shade}" stroke-width="8" stroke-linecap="round"/>
    <path d="M276 352q44 46 88 0z" fill="#FFFFFF" stroke="#9C4A3C" stroke-width="7" stroke-linejoin="round"/>
    ${glasses ? lenses : ''}
  </svg>`;
}

/** Draws the photo of a driver: a JPEG of 640 by 640 pixels. */
export function drawPortrait(portrait: Portrait): Promise<Buffer> {
  return sharp(Buffer.from(drawing(portrait)))
    .jpeg({ quality: 85 })
    .toBuffer();
}
