import type { Gap } from '../../data/documents/documentGrid.ts';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import type { DocumentKind, FleetDocument } from '../../data/documents/documents.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';

/** The owner as shown: the driver's name, or the plate in pairs. */
export function ownerName(owner: DocumentOwner, name: string): string {
  return owner === 'driver' ? name : plateInPairs(name);
}

/** The name of a document in a sentence: “SOAP, BB·BB·12”. */
export function documentName({ kind, owner, owner_name: name }: FleetDocument): string {
  return `${kind}, ${ownerName(owner, name)}`;
}

/** The name of the document that is missing. */
export function gapName({ subject, kindId }: Gap, kinds: readonly DocumentKind[]): string {
  const kind = kinds.find(({ id }) => id === kindId)?.name ?? '';
  return `${kind}, ${ownerName(subject.owner, subject.name)}`;
}
