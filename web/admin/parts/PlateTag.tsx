import type { Driver } from '../../data/drivers.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';

/** A licence plate within a line of text. */
export function PlateTag({ driver }: { driver: Pick<Driver, 'license_plate'> }) {
  return (
    <span className="headline inline-block rounded-small border-2 border-night bg-white px-2 text-small whitespace-nowrap text-night tabular-nums">
      {plateInPairs(driver.license_plate)}
    </span>
  );
}
