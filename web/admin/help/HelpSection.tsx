import type { SectionProps } from '../parts/section.ts';
import { Guide } from './Guide.tsx';

/** The whole guide. */
export default function HelpSection({ location }: Pick<SectionProps, 'location'>) {
  return (
    <Guide beside pageId={location.filter('guide')} onOpen={(guide) => location.setFilters({ guide })} />
  );
}
