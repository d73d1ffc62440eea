import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { home as spanish } from '../i18n/es/home.ts';
import { languages } from '../../shared/languages.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
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

test.for(['waiting', 'invited', 'left', 'verified by somebody'])(
  'the card says calmly that the company has not verified a driver who is %s',
  async (state) => {
    await renderIn('es', <DriverCard driver={{ ...driver, state }} rating={4.8} onOpen={nothing} />);
    await expect.element(page.getByText(spanish.registered)).toBeVisible();
  },
);

test('the card of an active driver says nothing of the kind', async () => {
  await renderIn('es', <DriverCard driver={driver} rating={4.8} onOpen={nothing} />);
  await expect.element(page.getByRole('heading', { name: driver.name })).toBeVisible();
  await expect.element(page.getByText(spanish.registered)).not.toBeInTheDocument();
});

test('after the sign-in the focus is at the driver’s name, from where Tab goes on', async () => {
  await renderIn('es', <DriverCard driver={driver} rating={4.8} onOpen={nothing} />);
  await expect.element(page.getByRole('heading', { name: driver.name })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: driver.name })).toHaveFocus();
});

test.for(languages)('only a driver whom the company has verified has a tick (%s)', async (language) => {
  const { home } = await loadMessages(language);
  const tick = page.getByText(home.verified);
  const { unmount } = await renderIn(language, <DriverCard driver={driver} rating={5} onOpen={nothing} />);
  await expect.element(tick).toBeInTheDocument();
  expect(document.querySelector('.lucide-badge-check')).not.toBeNull();
  await unmount();
  const { container } = await renderIn(
    language,
    <DriverCard driver={{ ...driver, state: 'waiting' }} rating={5} onOpen={nothing} />,
  );
  await expect.element(page.getByRole('heading', { name: driver.name })).toBeVisible();
  expect(tick.elements()).toEqual([]);
  expect(container.querySelector('.lucide-badge-check')).toBeNull();
});

test.for(languages)(
  'a driver without reviews is new, not rated 4.8, in the fair display (%s)',
  async (language) => {
    const { home } = await loadMessages(language);
    await renderIn(language, <DriverCard driver={driver} rating={null} onOpen={nothing} />);
    await expect.element(page.getByText(home.newDriver, { exact: true })).toBeVisible();
    expect(document.body.textContent).toContain(`(${home.notRatedYet})`);
    expect(document.body.textContent).not.toMatch(/4[.,]8/);
  },
);
