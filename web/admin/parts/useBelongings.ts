import { useQuery } from '@tanstack/react-query';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { countBelongings } from '../../data/documents/belongings.ts';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { adminKey } from './useChange.ts';
import { useFormat } from './useFormat.ts';

/**
 * The consequences of deleting a driver or a vehicle besides those of its record, one line each: everything that goes or ends, and
 * the shifts that stay. While they are not counted, or cannot be, one line names all that goes. Null asks nothing and gives no lines.
 */
export function useBelongings(owner: DocumentOwner, id: string | null) {
  const t = useNamespace('admin').belongings;
  const format = useFormat();
  const { data } = useQuery({
    queryKey: [adminKey, 'belongings', owner, id],
    queryFn: ({ signal }) => countBelongings(owner, id ?? '', signal),
    enabled: id !== null,
  });
  if (id === null) return { goes: [], stays: [] };
  if (!data) return { goes: [t.uncounted], stays: [] };
  const { documents, files, openShift, pastShifts, shiftDays } = data;
  const shifts = [t.keptShifts(pastShifts, format.count(pastShifts), format.count(shiftDays))];
  return {
    goes: [
      ...(documents > 0 ? [t.documents(documents, format.count(documents))] : []),
      ...(files > 0 ? [t.files(files, format.count(files))] : []),
      ...(openShift === null ? [] : [t.openShift(plateInPairs(openShift))]),
    ],
    stays: pastShifts > 0 ? shifts : [],
  };
}
