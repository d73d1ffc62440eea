import { useState } from 'react';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import { createSetupLink, type SetupLink } from '../../data/devices/deviceRecords.ts';
import { setupUrl } from '../../data/publicAddress.ts';
import { useAction } from '../../forms/useAction.ts';
import { TextField } from '../../forms/TextField.tsx';
import { useLanguage, useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import QrCode from '../../ui/QrPath.tsx';
import { DriverPicker } from '../parts/DriverPicker.tsx';

const longestName = 60;

/** Makes a link that sets a device up, and shows it as a QR code for the device's camera. */
export function SetupDialog({ onClose }: { readonly onClose: () => void }) {
  const { setUp: t } = useNamespace('devices');
  const { common } = useMessages();
  const [link, setLink] = useState<SetupLink | null>(null);
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={common.close} width="narrow">
      {link ? <Code link={link} onAnother={() => setLink(null)} /> : <SetupForm onCreated={setLink} />}
    </Dialog>
  );
}

function SetupForm({ onCreated }: { readonly onCreated: (link: SetupLink) => void }) {
  const { setUp: t, name: nameLabel, nameHint, details } = useNamespace('devices');
  const { errors } = useMessages();
  const [driver, setDriver] = useState<DriverOption | null>(null);
  const [name, setName] = useState('');
  const [checked, setChecked] = useState(false);
  const { busy, errorText, run } = useAction(
    async (chosen: DriverOption) => onCreated(await createSetupLink(chosen.id, name.trim())),
    { driver_without_account: t.noAccount, over_request_rate_limit: t.tooMany },
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (driver && name.trim() !== '') run(driver);
      }}
      className="flex flex-col gap-5"
    >
      <p className="text-ink-soft">{t.text}</p>
      <DriverPicker
        label={details.driver}
        value={driver}
        onChange={setDriver}
        error={checked && !driver ? t.driverMissing : undefined}
      />
      <TextField
        label={nameLabel}
        hint={nameHint}
        value={name}
        maxLength={longestName}
        autoComplete="off"
        error={checked && name.trim() === '' ? errors.field.required : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={busy}>
        {t.create}
      </Button>
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </form>
  );
}

function Code({ link, onAnother }: { readonly link: SetupLink; readonly onAnother: () => void }) {
  const { setUp: t } = useNamespace('devices');
  const { language } = useLanguage();
  const address = setupUrl(link.token);
  const copying = useAction(() => navigator.clipboard.writeText(address));
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(link.expires_at));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-4 sea rounded-card p-4 text-center">
        <QrCode value={address} title={t.qr} className="size-60 shrink-0" />
        <div>
          <h3 className="headline text-lead">{t.scan}</h3>
          <p className="mt-2 text-mist">{t.once(time)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="compact" variant="secondary" busy={copying.busy} onClick={() => copying.run()}>
          {copying.done ? t.copied : t.copy}
        </Button>
        <Button size="compact" variant="quiet" onClick={onAnother}>
          {t.another}
        </Button>
      </div>
      {copying.errorText && <p className="text-small [overflow-wrap:anywhere]">{address}</p>}
    </div>
  );
}
