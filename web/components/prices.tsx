import { companyZone } from '../../shared/chile/zone.ts';
import type { Price, Route } from '../../shared/content/content.ts';
import { priceEntryOn } from '../../shared/content/prices.ts';
import { useRelease } from '../content/ContentProvider.tsx';
import { formatPesos } from '../../shared/content/pesos.ts';
import { useChileanClock } from '../util/time/useChileanDay.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';

export interface PricedRoute {
  readonly route: Route;
  /** Null: no price is in force. */
  readonly price: Price | null;
}

/** The routes with their present prices. */
export function usePricedRoutes(): readonly PricedRoute[] {
  const { routes } = useRelease().release.content;
  const now = useChileanClock();
  return routes.map((route) => ({ route, price: priceEntryOn(route, now) }));
}

/** A price as it is highlighted; without one, passengers are asked to inquire. */
export function ShownPrice({ price }: Pick<PricedRoute, 'price'>) {
  const { routes } = useNamespace('panels').info;
  return <span>{price ? formatPesos(price.pesos) : routes.inquire}</span>;
}

/** The price at night, if it is another one. */
export function NightPrice({ price }: Pick<PricedRoute, 'price'>) {
  const { routes } = useNamespace('panels').info;
  return price?.night === undefined ? null : <span>{routes.night(formatPesos(price.night))}</span>;
}

/** How to read the prices, and from which day they are. */
export function PricesNote() {
  const { routes } = useNamespace('panels').info;
  const { language } = useLanguage();
  const { publishedAt } = useRelease().release;
  const day = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    timeZone: companyZone(),
  });
  // An abbreviated month ends with a full stop in some languages, and so does the sentence.
  const dayOf = (time: string) => day.format(new Date(time)).replace(/\.$/, '');
  const dated = publishedAt === null ? '' : ` ${routes.pricesOf(dayOf(publishedAt))}`;
  return <span>{routes.currency + dated}</span>;
}
