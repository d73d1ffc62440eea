import type { Paper } from '../../data/fleet/documents.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';

/** The owner as shown: the driver's name, or the plate in pairs. */
export function ownerName({ owner, owner_name: name }: Pick<Paper, 'owner' | 'owner_name'>): string {
  return owner === 'driver' ? name : plateInPairs(name);
}

/** The name of a paper in a sentence: “SOAP, BB·BB·12”. */
export function paperName(paper: Pick<Paper, 'kind' | 'owner' | 'owner_name'>): string {
  return `${paper.kind}, ${ownerName(paper)}`;
}
