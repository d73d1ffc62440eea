import type { Trip } from '../../data/trips/trips.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { SectionProps } from '../parts/section.ts';

interface TripFormProps extends Pick<SectionProps, 'onDone'> {
  /** Null for a new one. */
  readonly trip: Trip | null;
  readonly onClose: () => void;
}

/** Types a trip in, or corrects one. */
export function TripForm({ trip }: TripFormProps) {
  const t = useNamespace('tripForms');
  return <p>{trip ? t.editTitle : t.addTitle}</p>;
}
