import { Lock, LogOut, RotateCw, Signpost, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { deviceActions, type DeviceAction } from '../../data/devices/devices.ts';
import { askDevice, type ListedDevice } from '../../data/devices/deviceRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';
import { DeviceCommand } from './DeviceStates.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';

const icons: Readonly<Record<DeviceAction, LucideIcon>> = {
  show_name: Signpost,
  reload: RotateCw,
  lock: Lock,
  sign_out: LogOut,
};

export interface DeviceActionsProps extends Pick<SectionProps, 'onDone'> {
  readonly device: ListedDevice;
  /** As the list shows it. */
  readonly name: string;
}

/** The actions that an administrator can ask of a device, and the progress of the last one. */
export function DeviceActions({ device, name, onDone }: DeviceActionsProps) {
  const t = useNamespace('devices');
  /** An action that is done at once, even under a passenger. */
  const [confirming, setConfirming] = useState<'lock' | 'sign_out' | null>(null);
  const { busy, errorText, run } = useChange(
    (action: DeviceAction | null) => askDevice(device.id, action),
    (_, action) => onDone(action ? t.asked(t.actions[action], name) : t.withdrawn),
  );
  const choose = (action: DeviceAction) => {
    if (action === 'lock' || action === 'sign_out') setConfirming(action);
    else run(action);
  };
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t.ask}</h3>
      <div className="grid grid-cols-1 gap-2 min-[26rem]:grid-cols-2">
        {deviceActions.map((action) => {
          const Icon = icons[action];
          return (
            <SmallButton key={action} icon={Icon} busy={busy} onClick={() => choose(action)}>
              {t.actions[action]}
            </SmallButton>
          );
        })}
      </div>
      <p className="text-small text-ink-soft">{t.askHint}</p>
      <div aria-live="polite">
        <DeviceCommand device={device} />
      </div>
      {device.wanted_action && (
        <Button size="compact" variant="quiet" busy={busy} onClick={() => run(null)} className="self-start">
          {t.withdraw}
        </Button>
      )}
      {errorText && <Notice tone="error">{errorText}</Notice>}
      {confirming && (
        <ConfirmDialog
          title={confirming === 'lock' ? t.lockQuestion : t.signOutQuestion}
          action={t.actions[confirming]}
          onConfirm={() => {
            run(confirming);
            setConfirming(null);
          }}
          onClose={() => setConfirming(null)}
        >
          <p>{confirming === 'lock' ? t.lockText : t.signOutText}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
