import { Link } from 'wouter';
import { listDevicesOf } from '../../data/devices/deviceRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { TimeAgo } from '../parts/list/cells.tsx';
import { RecordCard, RecordRows } from '../parts/record/RecordPage.tsx';
import { sectionAddress } from '../parts/section.ts';
import { unnamedDevice } from './DeviceStates.tsx';
import { useFormat } from '../parts/useFormat.ts';

interface DevicesCardProps {
  readonly owner: 'driver' | 'vehicle';
}

/** The tablets that the driver, or the driver of the vehicle, is signed in on. */
export function DevicesCard({ owner }: DevicesCardProps) {
  const t = useNamespace('devices');
  const { devices: title } = useNamespace('admin');
  const format = useFormat();
  return (
    <RecordCard title={title}>
      <RecordRows name="devices" read={(id, signal) => listDevicesOf(owner, id, signal)}>
        {({ id, name, last_seen: seen, battery }) => (
          <>
            <Link
              href={sectionAddress('devices', { search: name, record: id })}
              className="inline-flex min-h-11 flex-1 items-center font-semibold underline-offset-4 hover:underline"
            >
              {name || unnamedDevice({ id }, t.unnamed)}
            </Link>
            {battery !== null && <span className="tabular-nums">{format.count(battery)} %</span>}
            <TimeAgo time={seen} className="text-ink-soft" />
          </>
        )}
      </RecordRows>
    </RecordCard>
  );
}
