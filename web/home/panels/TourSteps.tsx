import type { Tour } from '../../../shared/content/content.ts';
import { ContentPicture } from '../../components/ContentPicture.tsx';
import { MoreButton } from './MoreButton.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Text, useSay } from '../../i18n/Text.tsx';
import { focusOnMount } from '../../ui/focusOnMount.ts';
import { Carousel } from '../../ui/Carousel.tsx';

/** The whole text of a tour: its description, then one stop per page. */
export function TourSteps({ tour, onClose }: { readonly tour: Tour; readonly onClose: () => void }) {
  const { steps, tours } = useNamespace('panels');
  const { name, description, taxiTime, stops } = tour;
  const say = useSay();
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-6">
        <h3
          // The focus was on the button that opened the tour.
          ref={focusOnMount}
          tabIndex={-1}
          className="headline min-w-0 text-title leading-tight"
        >
          <Text words={name} />
        </h3>
        <MoreButton about={say(name)} open onToggle={onClose} className="shrink-0" />
      </div>
      <Carousel label={say(name)} words={steps}>
        <div className="poster">
          <div className="poster-picture">
            <ContentPicture item={tour} />
          </div>
          <div className="poster-text">
            <p className="text-lead">
              <Text words={description} />
            </p>
            <p className="headline text-title text-accent">
              {tours.taxiTime} <Text words={taxiTime} />
            </p>
          </div>
        </div>
        {stops.map((stop, index) => (
          <Step key={`${index}-${stop.place.es}`} number={index + 1} stop={stop} />
        ))}
      </Carousel>
    </>
  );
}

function Step({ number, stop }: { number: number; stop: Tour['stops'][number] }) {
  const { place, duration, description } = stop;
  return (
    <div className="flex flex-col justify-center gap-6 sea rounded-card p-10 landscape:px-16">
      <h4 className="headline flex items-center gap-6 text-display">
        <span className="flex size-20 shrink-0 items-center justify-center rounded-full bg-copper-light text-night">
          {number}
        </span>
        <span className="min-w-0">
          <Text words={place} />
        </span>
      </h4>
      <p className="headline text-title text-copper-light">
        <Text words={duration} />
      </p>
      <p className="text-lead">
        <Text words={description} />
      </p>
    </div>
  );
}
