import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { forgetDevice, renameDevice, type ListedDevice } from '../../data/fleet/deviceAdmin.ts';
import { TextField } from '../../forms/TextField.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { DeviceActions } from './DeviceActions.tsx';
import { DeviceFacts } from './DeviceFacts.tsx';
import { DeviceConditions, useDeviceName } from './DeviceStates.tsx';

export interface DeviceDialogProps extends Pick<SectionProps, 'onDone' | 'onRemove'> {
  readonly device: ListedDevice;
  readonly onClose: () => void;
}

const longestName = 60;

/** Everything about one device, and everything that an administrator can do with it. */
export function DeviceDialog({ device, onClose, onDone, onRemove }: DeviceDialogProps) {
  const t = useNamespace('devices');
  const { common } = useMessages();
  const name = useDeviceName(device);
  const [forgetting, setForgetting] = useState(false);
  const forget = () =>
    onRemove(onClose, {
      id: device.id,
      announcement: t.forgetting(name),
      done: t.forgotten(name),
      run: () => forgetDevice(device.id),
    });
  return (
    <Dialog open onClose={onClose} title={name} closeLabel={common.close}>
      <div className="flex flex-col gap-6">
        <DeviceConditions device={device} />
        <DeviceActions device={device} name={name} onDone={onDone} />
        <Rename device={device} onDone={onDone} />
        <DeviceFacts device={device} />
        <Report device={device} />
        <Button
          size="compact"
          variant="quiet"
          icon={<Trash2 size={20} />}
          onClick={() => setForgetting(true)}
          className="self-start"
        >
          {t.forget}
        </Button>
      </div>
      {forgetting && (
        <ConfirmDialog
          title={t.forget}
          action={t.forget}
          onConfirm={forget}
          onClose={() => setForgetting(false)}
        >
          <p>{t.forgetText}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

function Rename({ device, onDone }: Pick<DeviceDialogProps, 'device' | 'onDone'>) {
  const t = useNamespace('devices');
  const [draft, setDraft] = useState(device.name);
  const { busy, errorText, run } = useChange(
    () => renameDevice(device.id, draft.trim()),
    () => onDone(t.renamed(draft.trim())),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.trim() !== '') run();
      }}
      className="flex flex-col gap-3"
    >
      <TextField
        label={t.name}
        hint={t.nameHint}
        value={draft}
        maxLength={longestName}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button size="compact" variant="secondary" type="submit" busy={busy} className="self-start">
        {t.rename}
      </Button>
      {errorText && <Notice tone="error">{errorText}</Notice>}
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
