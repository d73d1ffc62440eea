import type { FleetDocument } from '../../data/documents/documents.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';

/** The owner as shown: the driver's name, or the plate in pairs. */
export function ownerName({ owner, owner_name: name }: Pick<FleetDocument, 'owner' | 'owner_name'>): string {
  return owner === 'driver' ? name : plateInPairs(name);
}

/** The name of a document in a sentence: “SOAP, BB·BB·12”. */
export function documentName(document: Pick<FleetDocument, 'kind' | 'owner' | 'owner_name'>): string {
  return `${document.kind}, ${ownerName(document)}`;
}
