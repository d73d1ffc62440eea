import {
  listOwnDocuments,
  listStoppingDocuments,
  type FleetDocument,
  type StoppingDocument,
} from '../data/documents/documents.ts';
import { isDue } from './DocumentLine.tsx';

export interface DocumentNews {
  /** Documents that expire soon or have expired; null if they were not asked for, or came too late. */
  readonly due: readonly FleetDocument[] | null;
  /** Documents that keep the driver out of service. */
  readonly stopping: readonly StoppingDocument[];
}

/** Reads the documents that matter now. @throws DataError */
export async function readDocumentNews(withDue: boolean): Promise<DocumentNews> {
  const [stopping, documents] = await Promise.all([
    listStoppingDocuments(),
    withDue ? listOwnDocuments() : null,
  ]);
  return { stopping, due: documents && documents.filter(isDue) };
}
