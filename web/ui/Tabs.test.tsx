import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Tabs } from './Tabs.tsx';

const labels = ['Conductores', 'Autos', 'Vencimientos (42)', 'Tabletas', 'Usuarios', 'Contenido', 'Registro'];
const tabs = labels.map((label) => ({ id: label, label }));

function Sections() {
  const [selected, select] = useState('Conductores');
  return (
    <Tabs variant="pill" name="sections" label="Secciones" tabs={tabs} selected={selected} onSelect={select}>
      {selected}
    </Tabs>
  );
}

test('arrows, Home and End move and select; the tabs wrap on a phone', async () => {
  await page.viewport(360, 740);
  await render(<Sections />);
  await page.getByRole('tab', { name: 'Conductores' }).click();
  for (const [key, selected] of [
    ['{End}', 'Registro'],
    ['{ArrowRight}', 'Conductores'],
    ['{ArrowLeft}', 'Registro'],
    ['{Home}', 'Conductores'],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(page.getByRole('tab', { name: selected })).toHaveFocus();
    await expect.element(page.getByRole('tabpanel')).toHaveTextContent(selected);
  }
  for (const label of labels)
    await expect.element(page.getByRole('tab', { name: label })).toBeInViewport({ ratio: 1 });
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
