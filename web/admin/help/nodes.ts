/** The elements that a page of the guide is made of. */
export type GuideTag =
  | 'h4'
  | 'h5'
  | 'p'
  | 'ul'
  | 'ol'
  | 'li'
  | 'strong'
  | 'em'
  | 'a'
  | 'img'
  | 'table'
  | 'tr'
  | 'th'
  | 'td';

/** A piece of text, or an element. A page is data, so that nothing in it can become markup. */
export type GuideNode =
  | string
  | {
      readonly tag: GuideTag;
      readonly children: readonly GuideNode[];
      /** A link has it: `drivers.md` for another page, or an address. */
      readonly href?: string;
      /** A picture has it and `alt`. */
      readonly src?: string;
      readonly alt?: string;
    };

/** A page as `tools/vite/guide.ts` makes it of its Markdown. */
export interface GuideSource {
  readonly title: string;
  readonly nodes: readonly GuideNode[];
  /** Its text alone, for the search. */
  readonly text: string;
}
