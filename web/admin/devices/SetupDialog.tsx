import { useState } from 'react';
import { deviceNameField } from '../../../shared/records/device.ts';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import { createSetupLink, type SetupLink } from '../../data/devices/deviceRecords.ts';
import { setupUrl } from '../../data/publicAddress.ts';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import QrCode from '../../ui/QrPath.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { FormDialog } from '../parts/dialogs.tsx';
import { DriverPicker } from '../parts/DriverPicker.tsx';
import { useChangeForm } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

/** Makes a link that sets a device up, and shows it as a QR code for the device's camera. */
export function SetupDialog({ onClose }: { readonly onClose: () => void }) {
  const { setUp: t } = useNamespace('devices');
  const { common } = useMessages();
  const [link, setLink] = useState<SetupLink | null>(null);
  if (!link) return <SetupForm onCreated={setLink} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={common.close} width="narrow">
      <Code link={link} onAnother={() => setLink(null)} />
    </Dialog>
  );
}

interface SetupFormProps {
  readonly onCreated: (link: SetupLink) => void;
  readonly onClose: () => void;
}

function SetupForm({ onCreated, onClose }: SetupFormProps) {
  const { setUp: t, name: nameLabel, nameHint, details } = useNamespace('devices');
  const form = useChangeForm<{ readonly driver: DriverOption | null; readonly name: string }, SetupLink>({
    initial: { driver: null, name: '' },
    draft: 'setup',
    schema: () => ({ name: deviceNameField }),
    check: ({ driver }) => (driver ? {} : { driver: 'driver' }),
    phrases: {
      driver: t.driverMissing,
      driver_without_account: t.noAccount,
      over_request_rate_limit: t.tooMany,
    },
    save: ({ driver, name }) => createSetupLink(driver!.id, name),
    onSaved: onCreated,
  });
  return (
    <FormDialog title={t.title} action={t.create} width="narrow" form={form} onClose={onClose}>
      <p className="text-ink-soft">{t.text}</p>
      <DriverPicker label={details.driver} {...form.control('driver')} />
      <RecordInput of={deviceNameField} binding={form.field('name')} label={nameLabel} hint={nameHint} />
    </FormDialog>
  );
}

function Code({ link, onAnother }: { readonly link: SetupLink; readonly onAnother: () => void }) {
  const { setUp: t } = useNamespace('devices');
  const { clock } = useFormat();
  const address = setupUrl(link.token);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-4 sea rounded-card p-4 text-center">
        <QrCode value={address} title={t.qr} className="size-60 shrink-0" />
        <div>
          <h3 className="headline text-lead">{t.scan}</h3>
          <p className="mt-2 text-mist">{t.once(clock(link.expires_at))}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={address} words={t} otherwise={address} />
        <SmallButton variant="quiet" onClick={onAnother}>
          {t.another}
        </SmallButton>
      </div>
    </div>
  );
}
