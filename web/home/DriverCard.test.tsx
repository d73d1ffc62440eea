import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fontSize } from '../testing/looks.ts';
import { driver } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import { DriverCard } from './DriverCard.tsx';

const nothing = () => undefined;

test('the driver card shows who drives: initials, name, plate in pairs, code, rating', async () => {
  await page.viewport(1280, 800);
  await renderIn('es', <DriverCard driver={driver} rating={4.8} onOpen={nothing} />);
  const name = page.getByRole('heading', { name: driver.name });
  const plate = page.getByText('BB·CD·12');
  await expect.element(page.getByText('ME', { exact: true })).toBeVisible();
  await expect.element(page.getByText(driver.driver_code)).toBeVisible();
  await expect.element(page.getByText('4,8', { exact: true })).toBeVisible();
  for (const shown of [name, plate]) expect(fontSize(shown.element())).toBeGreaterThanOrEqual(28);
});

test('H6 a name that looks like code is shown as text', async () => {
  const name = '<img src=x onerror=alert(1)> {{7*7}}';
  await renderIn('es', <DriverCard driver={{ ...driver, name }} rating={5} onOpen={nothing} />);
  await expect.element(page.getByRole('heading', { name })).toBeVisible();
});
