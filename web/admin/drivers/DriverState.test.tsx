import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { admin as words } from '../../i18n/es/admin.ts';
import { renderPanel } from '../../testing/administration.tsx';
import { driver as active } from '../../testing/panels.tsx';
import { DriverStateLine } from './DriverState.tsx';

const { driverList, driverLeaving } = words;
const { name } = active;
const activate = driverList.activateDriver(name);
const takeBack = driverLeaving.takeBackDriver(name);

test.for([
  ['waiting', activate, true, driverList.activated(name)],
  ['waiting', activate, false, driverList.invited(name)],
  ['left', takeBack, true, driverLeaving.returned(name)],
  ['left', takeBack, false, driverList.invited(name)],
] as const)(
  'the panel calls a driver who was %s active only where there is an account (%s, %s)',
  async ([state, press, hasAccount, said]) => {
    const driver = { ...active, state, has_account: hasAccount, shares_driver_code: false };
    const after = { ...driver, state: hasAccount ? 'active' : 'invited' };
    const served = vi
      .spyOn(window, 'fetch')
      .mockImplementation((_, init) =>
        Promise.resolve(
          init?.method === 'PATCH' ? Response.json(after) : new Response(null, { status: 204 }),
        ),
      );
    onTestFinished(() => served.mockRestore());
    const onDone = vi.fn<(message: string) => void>();
    await renderPanel('es', <DriverStateLine driver={driver} onDone={onDone} />);
    await page.getByRole('button', { name: press }).click();
    await expect.poll(() => onDone.mock.calls).toEqual([[said]]);
  },
);
