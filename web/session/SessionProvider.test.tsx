import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { loadAuth } from '../data/client.ts';
import { sampleDriver } from '../preview/sampleDriver.ts';
import { renderIn } from '../testing/render.tsx';
import { rememberDriver, rememberedDriver } from './memory.ts';
import { SessionProvider, useSession } from './SessionProvider.tsx';

function SignOut() {
  const { signOut } = useSession();
  return (
    <button type="button" onClick={() => void signOut()}>
      Salir
    </button>
  );
}

/** Notes that the page would reload, and stays. */
function preventReload() {
  const onReload = vi.fn();
  const prevent = (event: NavigateEvent) => {
    if (event.navigationType !== 'reload') return;
    event.preventDefault();
    onReload();
  };
  navigation.addEventListener('navigate', prevent);
  onTestFinished(() => navigation.removeEventListener('navigate', prevent));
  return onReload;
}

test('a sign-out for which the auth client fails leaves no personal data on the device', async () => {
  const failing = vi.spyOn(await loadAuth(), 'signOut').mockRejectedValue(new Error('no auth client'));
  onTestFinished(() => failing.mockRestore());
  const onReload = preventReload();
  rememberDriver('diego', sampleDriver);
  await renderIn(
    'es',
    <SessionProvider>
      <SignOut />
    </SessionProvider>,
  );
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect.poll(() => onReload).toHaveBeenCalledOnce();
  expect(rememberedDriver('diego')).toBeNull();
});
