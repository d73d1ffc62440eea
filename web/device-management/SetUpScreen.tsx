import { TabletSmartphone } from 'lucide-react';
import { useLocation } from 'wouter';
import { setUpDevice } from '../data/devices/devices.ts';
import { useAction } from '../forms/useAction.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useFragmentToken } from '../util/useFragmentToken.ts';
import { deviceIdentity } from '../device/deviceIdentity.ts';

/** The page of a set-up link, `/device#<token>`: signs this device in without typing, at a press that uses the link up. */
export default function SetUpScreen() {
  const { setUp: t } = useNamespace('ownDevice');
  const [, navigate] = useLocation();
  const token = useFragmentToken();
  return (
    <main className="passenger mx-auto flex min-h-page w-full max-w-2xl flex-col justify-center gap-6 px-5 py-8">
      <div>
        <TabletSmartphone size={44} className="mb-3 text-accent" aria-hidden="true" />
        <h1 className="headline text-display">{t.title}</h1>
      </div>
      <SetUp key={token} token={token} />
      <Button
        variant="quiet"
        onClick={() => navigate('/', { replace: true })}
        className="self-start max-sm:-ml-5 max-sm:px-5 sm:-ml-6"
      >
        {t.leave}
      </Button>
    </main>
  );
}

function SetUp({ token }: { readonly token: string }) {
  const { setUp: t } = useNamespace('ownDevice');
  const { state } = useSession();
  const [, navigate] = useLocation();
  /** Each of them is final: another press of this link ends in the same way. */
  const refusals = {
    device_link_used: t.used,
    device_link_expired: t.expired,
    driver_without_account: t.noAccount,
  };
  const { busy, error, errorText, run } = useAction(async () => {
    await setUpDevice(token, deviceIdentity());
    navigate('/', { replace: true });
  }, refusals);
  if (userOf(state) !== null && !busy) return <p className="text-ink-soft">{t.inUse}</p>;
  if (token === '') return <p className="text-ink-soft">{t.noToken}</p>;
  if (error && Object.hasOwn(refusals, error.code)) return <Notice tone="error">{errorText}</Notice>;
  return (
    <>
      <p className="text-ink-soft">{t.text}</p>
      <Button busy={busy} onClick={() => run()}>
        {t.action}
      </Button>
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </>
  );
}
