import { plateInPairs } from '../../../shared/chile/plate.ts';
import { deviceNameField } from '../../../shared/records/device.ts';
import { renameDevice, type ListedDevice } from '../../data/devices/deviceRecords.ts';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DraftLine } from '../parts/DraftLine.tsx';
import { PageActs, type RecordAct } from '../parts/record/acts.tsx';
import { useOnDone } from '../parts/section.ts';
import { useChangeForm } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { DeviceConditions, useNameOfDevice, networkName, DeviceCommand } from './DeviceStates.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';
import { openAct } from './useDeviceActs.tsx';

interface DeviceDialogProps {
  readonly device: ListedDevice;
  readonly acts: readonly RecordAct<ListedDevice>[];
  readonly onClose: () => void;
}

/** Everything about one device, and everything that an administrator can do with it. */
export function DeviceDialog({ device, acts, onClose }: DeviceDialogProps) {
  const t = useNamespace('devices');
  const { moreActions } = useNamespace('admin');
  const { common } = useMessages();
  const name = useNameOfDevice()(device);
  return (
    <Dialog open onClose={onClose} title={name} closeLabel={common.close}>
      <div className="flex flex-col gap-6">
        <DeviceConditions device={device} />
        <section className="flex flex-col gap-3">
          <h3 className="font-semibold">{t.ask}</h3>
          <PageActs
            row={device}
            acts={acts.filter(({ id }) => id !== openAct)}
            moreLabel={moreActions(name)}
          />
          <p className="text-small text-ink-soft">{t.askHint}</p>
          <div aria-live="polite">
            <DeviceCommand device={device} />
          </div>
        </section>
        <Rename device={device} />
        <DeviceFacts device={device} />
        <Report device={device} />
      </div>
    </Dialog>
  );
}

function Rename({ device }: Pick<DeviceDialogProps, 'device'>) {
  const say = useOnDone();
  const t = useNamespace('devices');
  const form = useChangeForm({
    initial: { name: device.name },
    draft: `device:${device.id}`,
    changesRecord: true,
    schema: () => ({ name: deviceNameField }),
    save: ({ name }) => renameDevice(device.id, name),
    onSaved: (_, { name }) => say(t.renamed(name)),
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-3">
      <DraftLine draft={form.draft} />
      <RecordInput of={deviceNameField} binding={form.field('name')} label={t.name} hint={t.nameHint} />
      <SmallButton type="submit" busy={form.busy} className="self-start">
        {t.rename}
      </SmallButton>
      {form.errorText && <Notice tone="error">{form.errorText}</Notice>}
    </form>
  );
}

function Report({ device: { report, reported_at: at } }: Pick<DeviceDialogProps, 'device'>) {
  const t = useNamespace('devices');
  const format = useFormat();
  if (!report || !at) return null;
  return (
    <section>
      <h3 className="font-semibold">{t.report(format.time(at))}</h3>
      <p className="mt-2 rounded-control bg-surface px-4 py-3 text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
        {report}
      </p>
    </section>
  );
}

const bytesPerMegabyte = 1e6;

/** Which screen or panel a device shows, in words; its id for one that this version does not know. */
function useScreenName(): (id: string) => string {
  const { screens } = useNamespace('devices').details;
  const { home } = useMessages();
  const { driver, driverMenu, account, shift, display, rateTrip: rating, tiles } = home;
  const map = tiles.location.title;
  const titles = Object.entries(tiles).map(([id, { title }]) => [id, title] as const);
  const names = new Map<string, string>([
    ...titles,
    ...Object.entries({ ...screens, driver, driverMenu, account, shift, display, rating, map }),
  ]);
  return (id) => names.get(id) ?? id;
}

/** The device's last heartbeat. */
function DeviceFacts({ device }: Pick<DeviceDialogProps, 'device'>) {
  const { details: t, battery: charge, inShift, ownPlate } = useNamespace('devices');
  const format = useFormat();
  const screenName = useScreenName();
  const {
    battery,
    charging,
    storage_used: used,
    storage_persisted: stored,
    clock_offset_ms: offset,
  } = device;
  const wakeLock = device.wake_lock as keyof typeof t.wakeLocks | null;
  const storage = [
    ...(used === null ? [] : [`${format.count(Math.round(used / bytesPerMegabyte))} MB`]),
    ...(stored === null ? [] : [stored ? t.persisted : t.notPersisted]),
  ];
  const count = (value: number | null) => (value === null ? null : format.count(value));
  const facts = [
    [t.driver, device.driver_name],
    [
      t.plate,
      device.license_plate &&
        `${plateInPairs(device.license_plate)} · ${device.in_shift ? inShift : ownPlate}`,
    ],
    [t.lastSeen, format.time(device.last_seen)],
    [t.lastPainted, device.last_painted_at && format.time(device.last_painted_at)],
    [t.power, battery === null ? null : charge(format.count(battery), charging === true)],
    [t.network, networkName(device.network, t.networks)],
    [t.storage, storage.join(' · ')],
    [t.wakeLock, wakeLock && t.wakeLocks[wakeLock]],
    [t.clock, offset === null ? null : t.seconds(format.count(Math.round(offset / 1_000)))],
    [t.unsent, count(device.unsent_ratings)],
    [t.version, device.app_version],
    [t.content, count(device.content_release)],
    [t.screen, device.screen && screenName(device.screen)],
    [t.lastError, device.last_error],
  ] as const;
  return <RecordFacts facts={facts} />;
}
