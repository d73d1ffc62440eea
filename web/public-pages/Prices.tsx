import { popularRoutes } from '../content/info.ts';
import { formatPesos } from '../content/pesos.ts';
import { useArea } from '../i18n/areas.ts';

/** The prices of the popular routes. */
export function Prices() {
  const { routes, minutes } = useArea('panels').info;
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {popularRoutes.map((route) => (
          <li
            key={route.pesos}
            className="flex items-center justify-between gap-4 rounded-card bg-surface-raised p-5 shadow-card lg:flex-col lg:items-start"
          >
            <div className="min-w-0">
              <h3 className="text-lead leading-snug font-semibold">{route.district ?? routes.downtown}</h3>
              <p className="text-small text-ink-soft">{minutes(route.minutes)}</p>
            </div>
            <p className="headline text-title whitespace-nowrap text-accent tabular-nums">
              {formatPesos(route.pesos)}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-small text-ink-soft">{routes.currency}</p>
    </>
  );
}
