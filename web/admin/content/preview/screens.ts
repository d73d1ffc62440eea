import type { ContentPath } from '../../../../shared/content/changes.ts';
import { previewScreens, type PreviewScreen } from '../../../content/preview.ts';
import type { Part } from '../model/items.ts';

/** The screens that a part of the document is seen on, its own one first. */
const screensOf: Readonly<Record<Part, readonly PreviewScreen[]>> = {
  // Its number decides whether there are buttons to book.
  company: previewScreens,
  airport: ['airport', 'home'],
  claims: ['safety', 'home'],
  routes: ['routes', 'home'],
  return: ['return', 'home'],
  tours: ['tours'],
  cities: ['places', 'home'],
  categories: ['places'],
  places: ['places'],
  pictures: ['places', 'tours'],
  policy: [],
  notice: ['home'],
};

export const parts = Object.keys(screensOf) as readonly Part[];

/** The screens that show a part of the document, its own one first. */
export function screensWith(part: Part): readonly PreviewScreen[] {
  return screensOf[part];
}

/** The screen that a path of the document is seen on; undefined for one that no screen shows. */
export function screenOf([part]: ContentPath): PreviewScreen | undefined {
  return parts.includes(part as Part) ? screensOf[part as Part][0] : undefined;
}

/** A 10-inch tablet held either way, in CSS pixels. */
export const tablets = {
  landscape: { width: 1280, height: 800 },
  upright: { width: 800, height: 1280 },
} as const;

export type Orientation = keyof typeof tablets;
export const orientations = Object.keys(tablets) as readonly Orientation[];
