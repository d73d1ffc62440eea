import { useState, type ComponentProps } from 'react';
import type { Words } from '../../shared/content/words.ts';
import { useContent } from '../content/ContentProvider.tsx';
import fullDayUrl from '../content/illustrations/tour-full-day.svg';
import santiagoUrl from '../content/illustrations/tour-santiago.svg';
import { pictureUrl } from '../content/pictureUrl.ts';
import { useSay } from '../i18n/Text.tsx';

/** The illustrations of places are named by their ids. */
const ofPlaces = import.meta.glob<string>('../content/illustrations/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

const ofTours: Readonly<Record<string, string>> = {
  '00000000-0000-4000-8000-000000000001': santiagoUrl,
  '00000000-0000-4000-8000-000000000002': fullDayUrl,
};

export interface ContentPictureProps extends Pick<
  ComponentProps<'img'>,
  'className' | 'height' | 'loading' | 'width'
> {
  /** A place or a tour. `alt`: describes its illustration; without it that is decoration. */
  readonly item: { readonly id: string; readonly picture?: string; readonly alt?: Words };
}

/**
 * The uploaded picture of a place or a tour, cropped around its focus; its illustration where there is none or it fails to
 * load; nothing without either.
 */
export function ContentPicture({ item, ...rest }: ContentPictureProps) {
  const { pictures } = useContent();
  const say = useSay();
  const [failed, setFailed] = useState<string>();
  const uploaded = pictures.find(({ id }) => id === item.picture);
  if (uploaded && uploaded.path !== failed) {
    const { path, focus, alt } = uploaded;
    return (
      <img
        {...rest}
        src={pictureUrl(uploaded)}
        alt={say(alt)}
        decoding="async"
        style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
        onError={() => setFailed(path)}
      />
    );
  }
  const src = ofTours[item.id] ?? ofPlaces[`../content/illustrations/${item.id}.svg`];
  if (src === undefined) return null;
  return <img {...rest} src={src} alt={item.alt ? say(item.alt) : ''} decoding="async" />;
}
