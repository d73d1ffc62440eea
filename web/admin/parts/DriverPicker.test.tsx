import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import { renderPanel } from '../../testing/administration.tsx';
import { DriverPicker } from './DriverPicker.tsx';

const ana: DriverOption = { id: 'ana', name: 'Ana Rojas', license_plate: 'BBCD10' };
const elena: DriverOption = { id: 'elena', name: 'Elena Soto', license_plate: 'BBCD11' };

/** Serves both drivers, the one of the search for Ana, and that of the search for Soto once `respond` is called. */
function serveDrivers() {
  let respond: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const served = vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = String(input instanceof Request ? input.url : input).toLowerCase();
    if (!url.includes('/rest/v1/drivers')) return Response.json([]);
    if (url.includes('ana')) return Response.json([ana]);
    if (!url.includes('soto')) return Response.json([elena, ana]);
    await released;
    return Response.json([elena]);
  });
  onTestFinished(() => served.mockRestore());
  return respond;
}

const option = (driver: DriverOption) => page.getByText(driver.name, { exact: true });
const highlighted = () => document.querySelector('[role=option][data-highlighted]')?.textContent;

test('Enter chooses nobody while the list is that of an earlier search, and leaves the form alone', async () => {
  const respond = serveDrivers();
  const chosen = vi.fn<(driver: DriverOption | null) => void>();
  const submitted = vi.fn<() => void>();
  await renderPanel(
    'es',
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <DriverPicker value={null} onChange={chosen} />
    </form>,
  );
  await page.getByRole('combobox').click();
  await expect.element(option(ana)).toBeVisible();
  await userEvent.keyboard('Soto{Enter}');
  expect(chosen).not.toHaveBeenCalled();
  respond();
  await expect.element(option(ana)).not.toBeInTheDocument();
  await expect.poll(highlighted).toContain(elena.name);
  await userEvent.keyboard('{Enter}');
  expect(chosen.mock.calls.map(([driver]) => driver)).toEqual([elena]);
  expect(submitted).not.toHaveBeenCalled();
});

test('with a chosen driver the list shows all, and Enter chooses the one that is found', async () => {
  serveDrivers();
  const chosen = vi.fn<(driver: DriverOption | null) => void>();
  await renderPanel('es', <DriverPicker value={elena} onChange={chosen} />);
  await page.getByRole('combobox').click();
  await expect.element(option(ana)).toBeVisible();
  await page.getByRole('combobox').fill('Ana');
  await expect.element(option(elena)).not.toBeInTheDocument();
  await expect.poll(highlighted).toContain(ana.name);
  await userEvent.keyboard('{Enter}');
  expect(chosen.mock.calls.map(([driver]) => driver)).toEqual([ana]);
});
