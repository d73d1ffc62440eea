import type { Gap } from '../../data/documents/documentGrid.ts';
import type { DocumentKind, FleetDocument } from '../../data/documents/documents.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';

/** The owner as shown: the driver's name, or the plate in pairs. */
export function ownerName({ owner, owner_name: name }: Pick<FleetDocument, 'owner' | 'owner_name'>): string {
  return owner === 'driver' ? name : plateInPairs(name);
}

/** The name of a document in a sentence: “SOAP, BB·BB·12”. */
export function documentName(document: Pick<FleetDocument, 'kind' | 'owner' | 'owner_name'>): string {
  return `${document.kind}, ${ownerName(document)}`;
}

/** The name of the document that is missing. */
export function gapName({ subject, kindId }: Gap, kinds: readonly DocumentKind[]): string {
  const kind = kinds.find(({ id }) => id === kindId)?.name ?? '';
  return documentName({ kind, owner: subject.owner, owner_name: subject.name });
}
