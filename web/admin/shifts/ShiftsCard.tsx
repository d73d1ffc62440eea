import { listShiftsPage } from '../../data/shifts/shiftRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Plate } from '../../components/Plate.tsx';
import { RecordCard, RecordRows } from '../parts/record/RecordPage.tsx';
import { sectionAddress } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { DriverName, ShiftEnd } from './columns.tsx';

interface ShiftsCardProps {
  /** The shifts of a driver, by id, or of a vehicle, by plate. */
  readonly of: { readonly driver: string } | { readonly search: string };
}

/** The last shifts of a driver or a vehicle. */
export function ShiftsCard({ of }: ShiftsCardProps) {
  const { shifts: title } = useNamespace('admin');
  const format = useFormat();
  return (
    <RecordCard title={title} all={sectionAddress('shifts', of)}>
      <RecordRows
        name="shifts"
        read={async (_, signal) => (await listShiftsPage(of, { number: 1, size: 5 }, signal)).rows}
      >
        {(shift) => (
          <>
            {'driver' in of ? (
              <Plate variant="tag" plate={shift.license_plate} />
            ) : (
              <DriverName shift={shift} />
            )}
            <span className="ml-auto flex flex-wrap justify-end gap-x-1.5 tabular-nums">
              <span>
                {[shift.started_at && format.time(shift.started_at), shift.ended_at && '–']
                  .filter(Boolean)
                  .join(' ')}
              </span>
              <ShiftEnd shift={shift} />
            </span>
          </>
        )}
      </RecordRows>
    </RecordCard>
  );
}
