import { useQuery } from '@tanstack/react-query';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { countBelongings } from '../../data/fleet/belongings.ts';
import type { DocumentOwner } from '../../data/fleet/documents.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { adminKey } from './useChange.ts';
import { useFormat } from './useFormat.ts';

/**
 * Everything that is deleted with a driver or a vehicle, one line each. While it is not counted, or cannot be, one line names all
 * of it. Null asks nothing and gives no lines.
 */
export function useBelongings(owner: DocumentOwner, id: string | null): readonly string[] {
  const t = useNamespace('admin').belongings;
  const format = useFormat();
  const { data } = useQuery({
    queryKey: [adminKey, 'belongings', owner, id],
    queryFn: ({ signal }) => countBelongings(owner, id ?? '', signal),
    enabled: id !== null,
  });
  if (id === null) return [];
  if (!data) return [t.uncounted];
  const { documents, files, pastShifts, openShift } = data;
  return [
    ...(documents > 0 ? [t.documents(documents, format.count(documents))] : []),
    ...(files > 0 ? [t.files(files, format.count(files))] : []),
    ...(pastShifts > 0 ? [t.pastShifts(pastShifts, format.count(pastShifts))] : []),
    ...(openShift === null ? [] : [t.openShift(plateInPairs(openShift))]),
  ];
}
