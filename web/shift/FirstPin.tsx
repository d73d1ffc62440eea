import { useState } from 'react';
import { PasswordGate } from '../account/PasswordGate.tsx';
import { PinChoice } from '../account/pin/PinSettings.tsx';
import { storedSession } from '../data/session/storedSession.ts';
import { isNewSignIn } from '../session/seenSignIn.ts';
import { useNamespace } from '../i18n/namespaces.ts';

/** Sets the first PIN. Unless the driver has just signed in, it asks for the password first: a passenger may hold the device. */
export function FirstPin({ onSaved }: { readonly onSaved: () => void }) {
  const { pin: t } = useNamespace('kiosk');
  const { id = '', email = '', last_sign_in_at: signedInAt } = storedSession()?.user ?? {};
  const [isProved, setProved] = useState(isNewSignIn(signedInAt));
  if (isProved) return <PinChoice userId={id} onSaved={onSaved} />;
  return <PasswordGate email={email} intro={t.setUpReason} onOpen={() => setProved(true)} />;
}
