import { Eye } from 'lucide-react';
import { askDevice, forgetDevice, type ListedDevice } from '../../data/devices/deviceRecords.ts';
import { deviceActions, type DeviceAction } from '../../data/devices/devices.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ChangeDialog, DeleteDialog } from '../parts/dialogs.tsx';
import type { RecordAct } from '../parts/record/acts.tsx';
import { useRecordLocation } from '../parts/record/useRecordLocation.ts';
import type { SectionProps } from '../parts/section.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { useNameOfDevice } from './DeviceStates.tsx';

type DeviceAct = RecordAct<ListedDevice>;

/** The act that opens the dialog of a device, which has all others. */
export const openAct = 'open';

/** The acts that a device is asked for. Those that happen at once, even under a passenger, ask first. */
function useCommands(): readonly DeviceAct[] {
  const t = useNamespace('devices');
  const named = useNamedActs('devices');
  const nameOf = useNameOfDevice();
  const questions: Partial<Record<DeviceAction, readonly [title: string, text: string]>> = {
    lock: [t.lockQuestion, t.lockText],
    sign_out: [t.signOutQuestion, t.signOutText],
  };
  return deviceActions.map((action): DeviceAct => {
    const title = t.actions[action];
    const [question, text] = questions[action] ?? [];
    const act = { ...named[action], id: action.replaceAll('_', '') };
    const change = async (device: ListedDevice) => {
      await askDevice(device.id, action);
      return { one: t.asked(title, nameOf(device)) };
    };
    if (!question) return { ...act, change };
    return {
      ...act,
      isDangerous: true,
      renderDialog: ([device]) => (
        <ChangeDialog
          title={question}
          text={text}
          action={title}
          change={() => change(device)}
          done={t.asked(title, nameOf(device))}
        />
      ),
    };
  });
}

/** The acts on devices, in the order in which they are offered. */
export function useDeviceActs(onRemove: SectionProps['onRemove']): readonly DeviceAct[] {
  const t = useNamespace('devices');
  const nameOf = useNameOfDevice();
  const { open } = useRecordLocation();
  const named = useNamedActs('devices');
  return [
    {
      id: openAct,
      title: t.columns.device,
      icon: Eye,
      label: (device) => t.open(nameOf(device)),
      run: ({ id }) => open({ record: id }),
    },
    ...useCommands(),
    {
      ...named.withdraw,
      isFor: ({ wanted_action: wanted }) => wanted !== null,
      change: async ({ id }) => {
        await askDevice(id, null);
        return { one: t.withdrawn };
      },
    },
    {
      ...named.forget,
      isDangerous: true,
      renderDialog: ([device]) => (
        <DeleteDialog
          title={t.forget}
          question={nameOf(device)}
          action={t.forget}
          intro={t.forgetText}
          removal={{
            id: device.id,
            announcement: t.forgetting(nameOf(device)),
            done: t.forgotten(nameOf(device)),
            run: () => forgetDevice(device.id),
          }}
          onRemove={onRemove}
        />
      ),
    },
  ];
}
