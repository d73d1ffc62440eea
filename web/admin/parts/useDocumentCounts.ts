import { useQuery } from '@tanstack/react-query';
import { countDocuments } from '../../data/documents/documentRecords.ts';
import { adminKey } from './useChange.ts';

/** The number of documents that need attention, by state; undefined until the first response. */
export function useDocumentCounts() {
  return useQuery({
    queryKey: [adminKey, 'document-counts'],
    queryFn: ({ signal }) => countDocuments(signal),
    staleTime: 60_000,
  }).data;
}
