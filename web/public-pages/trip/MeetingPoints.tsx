import { pictureUrl } from '../../content/pictureUrl.ts';
import type { PassengersTrip } from '../../data/trips/tripPage.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Text, useSay } from '../../i18n/Text.tsx';

/** The places at the airport where drivers stand, or that the driver comes to the passenger. */
export function MeetingPoints({ trip }: { readonly trip: PassengersTrip }) {
  const t = useNamespace('tripPage');
  const say = useSay();
  const { direction, meeting_points: points } = trip;
  if (direction === 'from' && points.length === 0) return null;
  return (
    <section aria-labelledby="trip-where" className="rounded-card bg-surface-raised p-4 shadow-card">
      <h2 id="trip-where" className="text-small font-semibold">
        {t.where}
      </h2>
      {direction !== 'from' && <p className="mt-1">{t.pickup}</p>}
      <ul className="flex flex-col gap-5 empty:hidden">
        {points.map(({ id, name, text, picture }) => (
          <li key={id} className="mt-2">
            {picture && (
              <img
                src={pictureUrl(picture)}
                alt={say(picture.alt)}
                decoding="async"
                style={{ objectPosition: `${picture.focus.x}% ${picture.focus.y}%` }}
                className="aspect-video w-full rounded-control object-cover"
              />
            )}
            <h3 className="headline mt-2 text-lead leading-tight">
              <Text words={name} />
            </h3>
            <p className="mt-1">
              <Text words={text} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
