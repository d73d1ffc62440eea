import { fallbackTours, translateTour } from '../content/tours.ts';
import { listPublicTours } from '../data/publicTours.ts';
import { useLoad } from '../data/useLoad.ts';
import { useArea } from '../i18n/areas.ts';
import { TourCard } from '../components/TourCard.tsx';
import { WhatsappLink } from '../components/WhatsappLink.tsx';

/** The tours of the database; the built-in ones until they have loaded and without a network. */
export function GuideTours() {
  const { guide } = useArea('publicPages');
  const words = useArea('tours');
  const { value } = useLoad(listPublicTours);
  const tours = value?.length ? value.map((tour) => translateTour(tour, words)) : fallbackTours(words);
  return (
    <ul className="grid items-start gap-6 lg:grid-cols-2">
      {tours.map((tour) => (
        <li key={tour.id}>
          <TourCard tour={tour}>
            <WhatsappLink
              message={guide.tourMessage(tour.name)}
              label={guide.ask}
              about={tour.name}
              look="secondary"
            />
          </TourCard>
        </li>
      ))}
    </ul>
  );
}
