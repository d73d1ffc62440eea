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
    <Tabs variant="row" name="sections" label="Secciones" tabs={tabs} selected={selected} onSelect={select}>
      {selected}
    </Tabs>
  );
}

test('on a phone all tabs are in one row, and the row moves to the one that is selected', async () => {
  await page.viewport(360, 740);
  await render(<Sections />);
  await expect.element(page.getByRole('tab', { name: 'Registro' })).toBeInTheDocument();
  const top = (label: string) => page.getByRole('tab', { name: label }).element().getBoundingClientRect().top;
  expect(new Set(labels.map(top)).size).toBe(1);
  await expect.element(page.getByRole('tab', { name: 'Conductores' })).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByRole('tab', { name: 'Registro' })).not.toBeInViewport();

  await page.getByRole('tab', { name: 'Conductores' }).click();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('tabpanel')).toHaveTextContent('Registro');
  await expect.element(page.getByRole('tab', { name: 'Registro' })).toBeInViewport({ ratio: 1 });
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
