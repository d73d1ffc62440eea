import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPanel } from '../testing/panels.tsx';
import type { PanelId } from './panels.ts';

/** The texts of each panel of a fresh installation, in their order. */
const panels = [
  ['airport', 'Del aeropuerto al centro', '25 minutos', 'Terminal nacional', 'Puerta 5'],
  ['airport', 'Terminal internacional', 'Puerta 3'],
  ['safety', 'GPS en tiempo real', 'Conductor verificado', 'Seguro de viaje', 'Monitoreo 24/7'],
  ['routes', '25 min', 'Centro', '$15.000', '35 min', 'Providencia', '$18.000'],
  ['routes', '40 min', 'Las Condes', '$22.000', '45 min', 'Vitacura', '$25.000'],
  ['return', 'Servicio de retorno', '24/7', 'Espera máxima', '15 minutos'],
  ['tours', '3 Horas', 'Plaza de Armas', '45 minutos', 'Cerro San Cristóbal', '1 hora'],
  ['tours', 'Barrio Lastarria', '1 hora 15 minutos', 'Tiempo estimado de taxi', '3 horas'],
  [
    'tours',
    'Tour de un día',
    'Centro Histórico',
    '2 horas',
    'Viña',
    '3 horas',
    'Barrios bohemios',
    '3 horas',
  ],
  ['tours', 'Barrios bohemios', 'Tiempo estimado de taxi', '8 horas'],
  ['places', 'Santiago', 'Valparaíso', 'Viña del Mar', 'Históricos', 'Naturaleza', 'Compras'],
] as const satisfies readonly (readonly [PanelId, ...string[]])[];

test.for(panels)('a fresh installation shows its texts and figures: %s, %s …', async ([panel, ...texts]) => {
  await page.viewport(360, 740);
  await openPanel(panel, 'es');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(texts.at(-1)!, { exact: true }).first()).toBeVisible();
  const shown = (dialog.element() as HTMLElement).innerText.replaceAll(/\s+/g, ' ');
  let from = 0;
  for (const text of texts) {
    const at = shown.indexOf(text, from);
    expect(at, `“${text}” in “${shown}” after ${from}`).toBeGreaterThanOrEqual(0);
    from = at + text.length;
  }
});
