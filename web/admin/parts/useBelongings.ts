import { useQuery } from '@tanstack/react-query';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { countBelongings, type Belongings } from '../../data/documents/belongings.ts';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { adminKey } from './useChange.ts';
import { useFormat } from './useFormat.ts';

function useCounted(owner: DocumentOwner, id: string | null): Belongings | undefined {
  return useQuery({
    queryKey: [adminKey, 'belongings', owner, id],
    queryFn: ({ signal }) => countBelongings(owner, id ?? '', signal),
    enabled: id !== null,
  }).data;
}

/**
 * Everything that a deletion of a driver or a vehicle deletes or ends, one line each. While it is not counted, or cannot be, one
 * line names all of it. Null asks nothing and gives no lines.
 */
export function useBelongings(owner: DocumentOwner, id: string | null): readonly string[] {
  const t = useNamespace('admin').belongings;
  const format = useFormat();
  const data = useCounted(owner, id);
  if (id === null) return [];
  if (!data) return [t.uncounted];
  const { documents, files, openShift } = data;
  return [
    ...(documents > 0 ? [t.documents(documents, format.count(documents))] : []),
    ...(files > 0 ? [t.files(files, format.count(files))] : []),
    ...(openShift === null ? [] : [t.openShift(plateInPairs(openShift))]),
  ];
}

/** The shifts that stay after a deletion, and until when, as a line; none while there are none, or they are not counted. */
export function useKeptShifts(owner: DocumentOwner, id: string | null): readonly string[] {
  const t = useNamespace('admin').belongings;
  const format = useFormat();
  const { pastShifts = 0, shiftDays = 0 } = useCounted(owner, id) ?? {};
  if (pastShifts === 0) return [];
  return [t.keptShifts(pastShifts, format.count(pastShifts), format.count(shiftDays))];
}
