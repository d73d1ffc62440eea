import { Clock, MapPin, Ticket, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { formatPesos } from '../content/pesos.ts';
import {
  categories,
  cities,
  places,
  type Category,
  type City,
  type Fee,
  type Place,
} from '../content/places.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Tabs } from '../ui/Tabs.tsx';

/** The names are the same in every language. */
const cityNames: Record<City, string> = {
  santiago: 'Santiago',
  valparaiso: 'Valparaíso',
  'vina-del-mar': 'Viña del Mar',
};

const pictures = import.meta.glob<string>('../content/illustrations/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Tourist places by city and category. Changing the city goes back to its historic places. */
export default function PlacesPanel() {
  const { places: words } = useNamespace('panels');
  const [city, setCity] = useState<City>('santiago');
  const [category, setCategory] = useState<Category>('historic');

  const selectCity = (next: City) => {
    setCity(next);
    setCategory('historic');
  };

  return (
    <Tabs
      name="city"
      label={words.cities}
      tabs={cities.map((id) => ({ id, label: cityNames[id] }))}
      selected={city}
      onSelect={selectCity}
    >
      <Tabs
        name="category"
        label={words.categories}
        look="pill"
        tabs={categories.map((id) => ({ id, label: words[id] }))}
        selected={category}
        onSelect={setCategory}
      >
        <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
          {places
            .filter((place) => place.city === city && place.category === category)
            .map((place) => (
              <li key={place.id}>
                <PlaceCard place={place} />
              </li>
            ))}
        </ul>
      </Tabs>
    </Tabs>
  );
}

function PlaceCard({ place }: { place: Place }) {
  const { places: words } = useNamespace('panels');
  const { name, description, hours, alt } = useNamespace('places')[place.id];
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface">
      <img
        src={pictures[`../content/illustrations/${place.id}.svg`]}
        alt={alt}
        loading="lazy"
        decoding="async"
        width={320}
        height={200}
        className="aspect-[8/5] w-full object-cover"
      />
      <div className="flex flex-1 flex-col gap-3 p-5">
        <h3 className="headline text-lead leading-snug">{name}</h3>
        <p className="flex-1 text-small text-ink-soft">{description}</p>
        <dl className="flex flex-col gap-2 border-t border-line pt-3 text-small">
          <Detail icon={Clock} label={words.hours} text={hours} />
          {place.address === undefined ? (
            <Detail icon={Ticket} label={words.fee} text={describeFee(place.fee ?? 'free', words)} />
          ) : (
            <Detail icon={MapPin} label={words.address} text={place.address} />
          )}
        </dl>
      </div>
    </article>
  );
}

function describeFee(fee: Fee, words: ReturnType<typeof useNamespace<'panels'>>['places']): string {
  if (fee === 'free' || fee === 'variable') return words[fee];
  if ('pesos' in fee) return formatPesos(fee.pesos);
  return words.perLiftRide(formatPesos(fee.from), formatPesos(fee.to));
}

function Detail({ icon: Icon, label, text }: { icon: LucideIcon; label: string; text: string }) {
  return (
    <div className="flex items-start gap-2.5">
      <dt>
        <Icon size={20} className="mt-px text-accent" aria-hidden="true" />
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="min-w-0 font-medium">{text}</dd>
    </div>
  );
}
