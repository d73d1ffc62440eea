import { inflateSync } from 'node:zlib';
import sharp, { type Region } from 'sharp';
import { codeOf } from './codes.ts';

/** The resolution of an office printer. */
const dotsPerInch = 300;
const [pointsPerInch, millimetresPerInch] = [72, 25.4];
const dotsPerPoint = dotsPerInch / pointsPerInch;

/** A page of a PDF. */
export interface PrintedPage {
  readonly widthPoints: number;
  readonly heightPoints: number;
  /** The operators of ISO 32000, each after its operands. */
  readonly content: string;
}

/** The pages of a PDF as Chromium writes it: with one compressed content stream each. */
export function printedPages(pdf: Buffer): readonly PrintedPage[] {
  const text = pdf.toString('latin1');
  const pages = text.matchAll(/\/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+) ?\]\s*\/Contents (\d+) 0 R/g);
  return Array.from(pages, ([, width, height, object]) => {
    const header = new RegExp(`\\n${object} 0 obj\\s*<<[^>]*?/Length (\\d+)>>\\s*stream\\r?\\n`).exec(text);
    if (!header) throw new Error(`The PDF has no object ${object}`);
    const start = header.index + header[0].length;
    const content = inflateSync(pdf.subarray(start, start + Number(header[1]))).toString('latin1');
    return { widthPoints: Number(width), heightPoints: Number(height), content };
  });
}

/** The size of a page in whole millimetres. */
export function pageMillimetres({ widthPoints, heightPoints }: PrintedPage): readonly number[] {
  return [widthPoints, heightPoints].map((points) =>
    Math.round((points / pointsPerInch) * millimetresPerInch),
  );
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
type Point = readonly [x: number, y: number];

const applied = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The matrix that applies `inner`, then `outer`. */
function combined([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[], outer: Matrix): Matrix {
  const [x0, y0] = applied(outer, 0, 0);
  const turned = (x: number, y: number) => {
    const [x1, y1] = applied(outer, x, y);
    return [x1 - x0, y1 - y0] as const;
  };
  return [...turned(a, b), ...turned(c, d), ...applied(outer, e, f)];
}

/** A filled outline, in dots from the upper left corner of its page. */
interface FilledShape {
  readonly colour: string;
  /** As in SVG. */
  readonly path: readonly string[];
  readonly points: readonly Point[];
}

interface GraphicsState {
  readonly matrix: Matrix;
  readonly colour: string;
}

/** Collects the filled outlines of a page. Text, pictures and lines are left out: codes have none. */
class PageDrawing {
  readonly shapes: FilledShape[] = [];
  #state: GraphicsState;
  readonly #saved: GraphicsState[] = [];
  #path: string[] = [];
  #points: Point[] = [];

  constructor(heightPoints: number) {
    // PDF counts upwards from the lower edge.
    this.#state = {
      matrix: [dotsPerPoint, 0, 0, -dotsPerPoint, 0, heightPoints * dotsPerPoint],
      colour: 'black',
    };
  }

  #draw(letters: string, coordinates: readonly number[]): void {
    for (const [index, letter] of letters.split('').entries()) {
      const point = applied(this.#state.matrix, coordinates[2 * index] ?? 0, coordinates[2 * index + 1] ?? 0);
      this.#path.push(`${letter}${point.map((each) => each.toFixed(2)).join(' ')}`);
      this.#points.push(point);
    }
  }

  #end(isFilled: boolean): void {
    if (isFilled) this.shapes.push({ colour: this.#state.colour, path: this.#path, points: this.#points });
    this.#path = [];
    this.#points = [];
  }

  run(operator: string, operands: readonly number[]): void {
    const [x = 0, y = 0, width = 0, height = 0] = operands;
    if (operator === 'q') this.#saved.push(this.#state);
    else if (operator === 'Q') this.#state = this.#saved.pop() ?? this.#state;
    else if (operator === 'cm')
      this.#state = { ...this.#state, matrix: combined(operands, this.#state.matrix) };
    else if (operator === 'rg')
      this.#state = { ...this.#state, colour: `rgb(${operands.map((part) => `${part * 100}%`).join(' ')})` };
    else if (operator === 'm') this.#draw('M', operands);
    else if (operator === 'l') this.#draw('L', operands);
    else if (operator === 'c') this.#draw('C  ', operands);
    else if (operator === 're')
      this.#draw('MLLL', [x, y, x + width, y, x + width, y + height, x, y + height]);
    else if (operator === 'h') this.#path.push('Z');
    else if (['f', 'f*', 'n', 'S'].includes(operator)) this.#end(operator.startsWith('f'));
  }
}

function filledShapes({ heightPoints, content }: PrintedPage): readonly FilledShape[] {
  const drawing = new PageDrawing(heightPoints);
  let operands: number[] = [];
  for (const token of content.trim().split(/\s+/)) {
    const number = Number(token);
    if (Number.isNaN(number)) {
      drawing.run(token, operands);
      operands = [];
    } else operands.push(number);
  }
  return drawing.shapes;
}

/** Fewer dark rectangles than a QR code has, and more than anything else on paper. */
const leastOutlines = 50;

/**
 * Decodes the QR codes of a page, in their order on it, from the dots that a printer puts on paper. Null for one that
 * nobody could read.
 */
export async function codesOnPaper(page: PrintedPage): Promise<readonly (string | null)[]> {
  const shapes = filledShapes(page);
  const [width, height] = [page.widthPoints, page.heightPoints].map((points) =>
    Math.floor(points * dotsPerPoint),
  );
  const paths = shapes.map(({ colour, path }) => `<path fill="${colour}" d="${path.join('')}"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/>${paths.join('')}</svg>`;
  const paper = await sharp(Buffer.from(svg)).png().toBuffer();
  const codes = shapes.filter(({ path }) => path.join('').split('M').length > leastOutlines);
  return Promise.all(codes.map(({ points }) => codeOf(sharp(paper).extract(around(points)))));
}

/** A square of dots with a part of the quiet zone. */
function around(points: readonly Point[]): Region {
  const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...across), Math.min(...down)];
  const side = Math.max(...across) - left;
  const margin = side / 10;
  const whole = Math.round(side + 2 * margin);
  return { left: Math.round(left - margin), top: Math.round(top - margin), width: whole, height: whole };
}
