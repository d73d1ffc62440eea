import { Phone, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { displayPhone } from '../../../shared/chile/phone-reading.ts';
import { phoneOf } from '../../../shared/chile/phone.ts';
import type { DriverFieldName } from '../../../shared/driverFields.ts';
import { useIsFair } from '../../content/reviewDisplay.ts';
import { displayedRating, type Driver } from '../../data/drivers.ts';
import { photoUrl } from '../../data/photoUrl.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Photo } from '../../ui/Photo.tsx';
import { PlateTag } from '../parts/PlateTag.tsx';
import { useFormat } from '../parts/useFormat.ts';

/** Photo and name, with `children` below the name. The photo says nothing that the name beside it does not. */
export function DriverName({ driver, children }: { driver: Driver; children?: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span aria-hidden="true" className="contents">
        <Photo
          src={photoUrl(driver.photo_url)}
          name={driver.name}
          className="size-11 rounded-full [&_.headline]:text-small"
        />
      </span>
      <span className="min-w-0">
        <span className="font-semibold [overflow-wrap:anywhere]">{driver.name}</span>
        {children}
      </span>
    </span>
  );
}

/** The average that passengers see, and the number of reviews. */
export function DriverRating({ driver }: { driver: Driver }) {
  const { common, home } = useMessages();
  const { noReviews, reviews } = useNamespace('admin').driverList;
  const format = useFormat();
  const count = driver.review_count;
  const isNew = useIsFair() && count === 0;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {isNew ? (
        <span className="font-semibold">{home.newDriver}</span>
      ) : (
        <span className="inline-flex items-center gap-1 font-semibold tabular-nums">
          <Star size={18} className="fill-accent text-accent" />
          <span className="sr-only">{common.rating}: </span>
          {format.rating(displayedRating(driver))}
        </span>
      )}
      <span className="text-small text-ink-soft tabular-nums">
        {count === 0 ? noReviews : reviews(count, format.count(count))}
      </span>
    </span>
  );
}

/** A number that a phone can dial. */
function DriverContact({ contact }: { contact: string | null }) {
  if (!contact) return <span className="text-ink-soft">—</span>;
  const e164 = phoneOf(contact);
  return (
    <a
      href={`tel:${e164 ?? contact}`}
      className="inline-flex min-h-11 items-center gap-1.5 text-balance text-accent tabular-nums underline-offset-4 hover:underline"
    >
      <Phone size={18} className="shrink-0 md:hidden" />
      {e164 ? displayPhone(e164) : contact}
    </a>
  );
}

export interface ListColumn {
  readonly field: DriverFieldName;
  /** Width utilities of the table's column. */
  readonly width: string;
  /** Utilities of the table's cells. */
  readonly className: string;
  /** In a card: beside the other short fields, or beside the rating. */
  readonly line: 'fields' | 'rating';
  readonly show: (driver: Driver) => ReactNode;
}

/** The fields that the list shows between the name and the rating. */
export const driverColumns: readonly ListColumn[] = [
  {
    field: 'licensePlate',
    width: 'w-31',
    className: 'px-2 py-2',
    line: 'fields',
    show: (driver) => <PlateTag driver={driver} />,
  },
  {
    field: 'driverCode',
    width: 'w-26 lg:w-34',
    className: 'px-2 py-2 [overflow-wrap:anywhere]',
    line: 'fields',
    show: (driver) => driver.driver_code,
  },
  {
    field: 'phone',
    width: 'w-36 lg:w-40',
    className: 'px-2 py-1',
    line: 'rating',
    show: (driver) => <DriverContact contact={driver.contact} />,
  },
];
