import { useState, type ReactNode } from 'react';
import type { Content, Place } from '../../shared/content/content.ts';
import { useContent } from '../content/ContentProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Text, useSay } from '../i18n/Text.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { ContentPicture } from './ContentPicture.tsx';
import { PlaceFacts } from './PlaceFacts.tsx';

type Kind = Content['cities'][number];

export interface PlaceBrowserProps {
  /** Shows the places of a category; without it they are cards below each other. */
  readonly renderPlaces?: ((places: readonly Place[], category: Kind) => ReactNode) | undefined;
  /** The two rows of tabs, side by side where there is room, and below them the places fill the screen. */
  readonly fill?: boolean;
}

/** The chosen one of the kinds that have places, else the first; undefined without any. */
function choose(kinds: readonly Kind[], chosen: string | null, used: readonly string[]) {
  const shown = kinds.filter(({ id }) => used.includes(id));
  return { shown, selected: shown.find(({ id }) => id === chosen) ?? shown[0] };
}

/** Tourist places by city and category. Changing the city goes back to its first category. */
export default function PlaceBrowser({ renderPlaces = renderCards, fill = false }: PlaceBrowserProps) {
  const { places: t } = useNamespace('panels');
  const { cities, categories, places } = useContent();
  const say = useSay();
  const [cityId, setCityId] = useState<string | null>(null);
  const [categoryId, setCategoryId] = useState<string | null>(null);
  const city = choose(
    cities,
    cityId,
    places.map((place) => place.city),
  );
  const inCity = places.filter((place) => place.city === city.selected?.id);
  const category = choose(
    categories,
    categoryId,
    inCity.map((place) => place.category),
  );
  if (!city.selected || !category.selected) return null;
  const tabsOf = (kinds: readonly Kind[]) => kinds.map(({ id, name }) => ({ id, label: say(name) }));
  const { id: shownCategory } = category.selected;

  const selectCity = (next: string) => {
    setCityId(next);
    setCategoryId(null);
  };

  return (
    <div className={fill ? 'tabs-side-by-side' : undefined}>
      <Tabs
        name="city"
        label={t.cities}
        tabs={tabsOf(city.shown)}
        selected={city.selected.id}
        onSelect={selectCity}
        {...(fill && { panelClass: 'tabs-inner' })}
      >
        <Tabs
          name="category"
          label={t.categories}
          variant="pill"
          tabs={tabsOf(category.shown)}
          selected={shownCategory}
          onSelect={setCategoryId}
          {...(fill && { panelClass: 'tabs-filling' })}
        >
          {renderPlaces(
            inCity.filter((place) => place.category === shownCategory),
            category.selected,
          )}
        </Tabs>
      </Tabs>
    </div>
  );
}

function renderCards(shown: readonly Place[]): ReactNode {
  return (
    <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
      {shown.map((place) => (
        <li key={place.id}>
          <PlaceCard place={place} />
        </li>
      ))}
    </ul>
  );
}

function PlaceCard({ place }: { place: Place }) {
  const { name, description } = place;
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface">
      <ContentPicture
        item={place}
        loading="lazy"
        width={320}
        height={200}
        className="aspect-[8/5] w-full object-cover low:aspect-[3/1]"
      />
      <div className="flex flex-1 flex-col gap-3 p-5">
        <h3 className="headline text-lead leading-snug">
          <Text words={name} />
        </h3>
        <p className="flex-1 text-small text-ink-soft">
          <Text words={description} />
        </p>
        <PlaceFacts place={place} className="flex flex-col gap-2 border-t border-line pt-3 text-small" />
      </div>
    </article>
  );
}
