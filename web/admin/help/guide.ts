import type { GuideSource } from './nodes.ts';
import { fold } from '../../util/fold.ts';
import { sectionIds, type SectionId } from '../registry/sections.ts';

export interface GuidePage extends GuideSource {
  readonly id: string;
}

const sources = import.meta.glob<GuideSource>('./pages/*.md', { eager: true, import: 'default' });

/** Pages that follow that of a section. */
const further: Partial<Record<SectionId, string>> = {
  trips: 'driverTrips',
  devices: 'tablet',
  rights: 'breaches',
};

/** The order of the index: that of the sections, whose pages have their ids. */
const order = ['start', ...sectionIds.flatMap((id) => [id, further[id] ?? []].flat())];

/** The pages of the guide, in the order of its index. */
export const guidePages: readonly GuidePage[] = order.flatMap((id) => {
  const source = sources[`./pages/${id}.md`];
  return source ? [{ ...source, id }] : [];
});

/** The page of a section; the first one for a section without a page. */
export function pageOf(id: string): GuidePage {
  return guidePages.find((page) => page.id === id) ?? guidePages[0]!;
}

export interface GuideHit {
  readonly page: GuidePage;
  /** The text around the first word that was found. */
  readonly excerpt: string;
}

/** Characters on either side of a word that was found. */
const aroundCharacters = 70;

/** The beginning of a word that holds a place in a text. */
function wordAt(text: string, place: number): number {
  return place <= 0 ? 0 : text.lastIndexOf(' ', place) + 1;
}

/** The pages that have all words of a search, those with one in the title first. */
export function searchGuide(search: string): readonly GuideHit[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const hits = guidePages.flatMap((page) => {
    const [title, text] = [fold(page.title), fold(page.text)];
    if (!words.every((word) => title.includes(word) || text.includes(word))) return [];
    const place = Math.max(0, ...words.slice(0, 1).map((word) => text.indexOf(word)));
    const [start, end] = [wordAt(page.text, place - aroundCharacters), place + aroundCharacters];
    const excerpt = `${start > 0 ? '…' : ''}${page.text.slice(start, end)}${end < page.text.length ? '…' : ''}`;
    return [{ page, excerpt, isTitle: words.some((word) => title.includes(word)) }];
  });
  return hits.sort((a, b) => Number(b.isTitle) - Number(a.isTitle));
}
