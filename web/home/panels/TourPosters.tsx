import { Car } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Tour } from '../../../shared/content/content.ts';
import { ContentPicture } from '../../components/ContentPicture.tsx';
import { MoreButton } from './MoreButton.tsx';
import type { TourListProps } from '../../components/TourList.tsx';
import { useContent } from '../../content/ContentProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Text, useSay } from '../../i18n/Text.tsx';
import { Carousel } from '../../ui/Carousel.tsx';
import { focusOnMount } from '../../ui/focusOnMount.ts';
import { TourSteps } from './TourSteps.tsx';

/** The tours on a tablet: two side by side, upright one at a time; or one of them step by step. */
export function TourPosters({ renderAction }: TourListProps) {
  const { steps } = useNamespace('panels');
  const { tiles } = useMessages().home;
  const { tours } = useContent();
  const [openId, setOpenId] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const open = tours.find(({ id }) => id === openId);
  const show = (id: string) => {
    setOpenId(id);
    setLast(id);
  };
  if (open) return <TourSteps tour={open} onClose={() => setOpenId(null)} />;
  return (
    <Carousel label={tiles.tours.title} words={steps} pairs>
      {tours.map((tour) => (
        <TourPoster key={tour.id} tour={tour} focused={tour.id === last} onOpen={() => show(tour.id)}>
          {renderAction(tour)}
        </TourPoster>
      ))}
    </Carousel>
  );
}

interface TourPosterProps {
  readonly tour: Tour;
  /** The passenger comes back from its steps: its name takes the focus. */
  readonly focused: boolean;
  readonly onOpen: () => void;
  /** The booking controls. */
  readonly children: ReactNode;
}

function TourPoster({ tour, focused, onOpen, children }: TourPosterProps) {
  const { tours } = useNamespace('panels');
  const say = useSay();
  const { name, description } = tour;
  return (
    <article className="poster poster-upright">
      <div className="poster-picture">
        <ContentPicture item={tour} />
        <div className="poster-name">
          <p className="text-figure leading-tight text-copper-light">
            {tour.duration === '3hours' ? tours.threeHours : tours.fullDay}
          </p>
          <h3 ref={focused ? focusOnMount : undefined} tabIndex={-1}>
            <Text words={name} />
          </h3>
        </div>
      </div>
      <div className="poster-text">
        <p>
          <Text words={description} />
        </p>
        {tour.stops.length > 0 && <Stops label={tours.stops} stops={tour.stops} />}
        <TaxiTime tour={tour} />
        <div className="flex items-stretch justify-end gap-2">
          <div className="min-w-0 flex-1 empty:hidden">{children}</div>
          <MoreButton
            about={say(name)}
            open={false}
            onToggle={onOpen}
            className="min-w-target shrink-0 px-3"
          />
        </div>
      </div>
    </article>
  );
}

function TaxiTime({ tour: { taxiTime } }: { tour: Tour }) {
  const { tours } = useNamespace('panels');
  return (
    <p className="flex min-w-0 items-center gap-3">
      <Car size={32} className="shrink-0 text-accent" aria-hidden="true" />
      <span className="min-w-0">
        {tours.taxiTime}{' '}
        <strong className="text-figure leading-tight font-semibold whitespace-nowrap">
          <Text words={taxiTime} />
        </strong>
      </span>
    </p>
  );
}

function Stops({ label, stops }: { label: string; stops: Tour['stops'] }) {
  return (
    <ol aria-label={label} className="flex flex-col gap-0.5 portrait:gap-4">
      {stops.map(({ place, duration }, index) => (
        <li key={`${index}-${place.es}`} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h4 className="font-semibold">
            <Text words={place} />
          </h4>
          <p className="text-figure leading-tight font-semibold text-accent">
            <Text words={duration} />
          </p>
        </li>
      ))}
    </ol>
  );
}
