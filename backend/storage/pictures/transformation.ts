import * as v from 'valibot';
import { StorageError } from '../errors.ts';

/** In pixels; larger values are clamped, as upstream. */
const maxSidePixels = 2500;

/** A whole number, or its text: query strings hold text, and upstream allows both in bodies too. */
const whole = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(0),
  v.maxValue(999_999_999),
);

/** The transformation in a query string, or in the body of a request for a signed URL. */
export const transformationSchema = v.object({
  width: v.optional(whole),
  height: v.optional(whole),
  resize: v.optional(v.picklist(['cover', 'contain', 'fill'])),
  quality: v.optional(v.pipe(whole, v.minValue(20), v.maxValue(100))),
  format: v.optional(v.picklist(['origin', 'avif'])),
});

/** Width and height are in pixels; 0 means absent. */
export type Transformation = v.InferOutput<typeof transformationSchema>;

const clamp = (pixels: number): number => Math.min(pixels, maxSidePixels);

/** imgproxy's names for the resize modes, which upstream shows in `X-Transformations`. */
const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

function segments({ width, height, quality, format }: Transformation, resizing: string): readonly string[] {
  return [
    ...(height ? [`height:${clamp(height)}`] : []),
    ...(width ? [`width:${clamp(width)}`] : []),
    ...(width || height ? [resizing] : []),
    ...(quality ? [`quality:${quality}`] : []),
    ...(format ? [`format:${format}`] : []),
  ];
}

/** The claim in the token of a signed URL: `height:200,width:200,resize:fill,quality:60`. */
export function transformationText(transformation: Transformation): string {
  return segments(transformation, `resize:${transformation.resize ?? 'cover'}`).join(',');
}

/** The header `X-Transformations`: `height:200,width:200,resizing_type:fill,quality:60`. */
export function transformationHeader(transformation: Transformation): string {
  const { resize = 'cover', format } = transformation;
  const shown = format === 'avif' ? transformation : { ...transformation, format: undefined };
  return segments(shown, `resizing_type:${resizingTypes[resize]}`).join(',');
}

/** Parses the text of `transformationText`. The token's signature must be verified: malformed text throws. */
export function readTransformationText(text: string): Transformation {
  const entries = text.split(',').map((segment) => segment.split(':', 2));
  return v.parse(transformationSchema, Object.fromEntries(entries));
}

/** @throws StorageError InvalidRequest, which names the invalid parameter */
export function readTransformation(query: Readonly<Record<string, string>>): Transformation {
  const result = v.safeParse(transformationSchema, query);
  if (result.success) return result.output;
  throw new StorageError(
    'InvalidRequest',
    `querystring/${v.getDotPath(result.issues[0]) ?? ''} is not valid`,
  );
}

/** The options for sharp's `resize`. */
export function resizeOptions({ width, height, resize = 'cover' }: Transformation) {
  const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;
  return {
    ...(width && { width: clamp(width) }),
    ...(height && { height: clamp(height) }),
    fit: fits[resize],
    withoutEnlargement: true,
  };
}
