/** A 10-inch tablet held either way, in CSS pixels. */
export const tablets = {
  landscape: { width: 1280, height: 800 },
  upright: { width: 800, height: 1280 },
} as const;

export type Orientation = keyof typeof tablets;
export const orientations = Object.keys(tablets) as readonly Orientation[];
