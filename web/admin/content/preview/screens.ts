import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { PreviewScreen } from '../../../content/preview.ts';
import type { Part } from '../model/items.ts';

/** The screen that shows a part of the document. */
const screens: Readonly<Partial<Record<Part, PreviewScreen>>> = {
  company: 'home',
  airport: 'airport',
  claims: 'safety',
  routes: 'routes',
  return: 'return',
  tours: 'tours',
  cities: 'places',
  categories: 'places',
  places: 'places',
  pictures: 'places',
  notice: 'home',
};

/** The screen that a path of the document is seen on; undefined for one that no screen shows. */
export function screenOf([part]: ContentPath): PreviewScreen | undefined {
  return screens[part as Part];
}

/** A 10-inch tablet held either way, in CSS pixels. */
export const tablets = {
  landscape: { width: 1280, height: 800 },
  upright: { width: 800, height: 1280 },
} as const;

export type Orientation = keyof typeof tablets;
export const orientations = Object.keys(tablets) as readonly Orientation[];
