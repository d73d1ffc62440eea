import type { Place } from '../../../shared/content/content.ts';
import { ContentPicture } from '../../components/ContentPicture.tsx';
import PlaceBrowser, { type PlaceBrowserProps } from '../../components/PlaceBrowser.tsx';
import { PlaceFacts } from '../../components/PlaceFacts.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Text, useSay } from '../../i18n/Text.tsx';
import { Carousel } from '../../ui/Carousel.tsx';
import { useTablet } from '../../ui/useTablet.ts';

/** Places on one page of a tablet, upright one above the other. */
const placesPerPage = 2;

/** The tourist places: on a tablet two posters at a time. */
export default function PlacesPanel() {
  return useTablet() ? <PlaceBrowser renderPlaces={renderPosters} fill /> : <PlaceBrowser />;
}

type RenderPlaces = NonNullable<PlaceBrowserProps['renderPlaces']>;

const renderPosters: RenderPlaces = (places, category) => (
  <Posters key={places[0]?.id} places={places} category={category} />
);

function pagesOf(places: readonly Place[]): readonly (readonly Place[])[] {
  const count = Math.ceil(places.length / placesPerPage);
  return Array.from({ length: count }, (_, page) =>
    places.slice(page * placesPerPage, (page + 1) * placesPerPage),
  );
}

interface PostersProps {
  readonly places: readonly Place[];
  readonly category: Parameters<RenderPlaces>[1];
}

function Posters({ places, category }: PostersProps) {
  const { steps } = useNamespace('panels');
  const say = useSay();
  return (
    <Carousel label={say(category.name)} words={steps}>
      {pagesOf(places).map((page) => (
        <div key={page[0]?.id} className="poster-page">
          {page.map((place) => (
            <Poster key={place.id} place={place} />
          ))}
        </div>
      ))}
    </Carousel>
  );
}

function Poster({ place }: { place: Place }) {
  const { name, description } = place;
  return (
    <article className="poster">
      <div className="poster-picture">
        <ContentPicture item={place} loading="lazy" />
        <h3 className="poster-name">
          <Text words={name} />
        </h3>
      </div>
      <div className="poster-text">
        <p>
          <Text words={description} />
        </p>
        <PlaceFacts place={place} large className="poster-facts" />
      </div>
    </article>
  );
}
