import { Lock } from 'lucide-react';
import { hasPin } from '../account/pin/pin.ts';
import { PinGate } from '../account/pin/PinGate.tsx';
import EmergencyNumbers from '../components/EmergencyNumbers.tsx';
import { Plate } from '../components/Plate.tsx';
import { PasswordGate } from '../account/PasswordGate.tsx';
import type { Driver } from '../data/drivers/drivers.ts';
import { useChanges } from '../data/useChanges.ts';
import { deviceId } from '../device/deviceIdentity.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { heartbeatDue } from './heartbeatDue.ts';
import { unlock } from './lock.ts';
import DeviceLink from './DeviceLink.tsx';

/** Takes the place of the home screen after an administrator has locked the device, until the driver proves who it is. */
export default function LockScreen({ driver }: { readonly driver: Driver }) {
  const { lock: t } = useNamespace('ownDevice');
  const { state } = useSession();
  const { id: userId = '', email = '' } = userOf(state) ?? {};
  useChanges([{ table: 'device_signals', filter: `device_id=eq.${deviceId()}` }], heartbeatDue.emit);
  return (
    <main className="passenger mx-auto flex min-h-page w-full max-w-2xl flex-col justify-center gap-6 px-5 py-8">
      <div>
        <Lock size={44} className="mb-3 text-accent" aria-hidden="true" />
        <h1 className="headline text-display">{t.title}</h1>
        <p className="mt-2 text-ink-soft">{t.text}</p>
      </div>
      {hasPin(userId) ? (
        <PinGate userId={userId} email={email} onOpen={unlock} />
      ) : (
        <PasswordGate email={email} intro={t.password} onOpen={unlock} />
      )}
      {/* A passenger may be on the way. */}
      <section className="flex flex-col items-start gap-4 border-t border-line pt-6">
        <Plate plate={driver.license_plate} />
        <EmergencyNumbers />
      </section>
      <DeviceLink driver={driver} />
    </main>
  );
}
