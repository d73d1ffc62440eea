import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Content } from '../../../../shared/content/content.ts';
import { readFirstRelease } from '../../../../shared/content/testing.ts';
import { studio as words } from '../../../i18n/es/studio.ts';
import { home } from '../../../i18n/es/home.ts';
import { startFrames } from '../../../testing/frames.ts';
import {
  expectAccessibleInBothThemes,
  expectFitsEverywhere,
  expectNoSidewaysScroll,
} from '../../../testing/looks.ts';
import { renderStudio, type StudioOptions } from '../../../testing/studio.tsx';
import { writeAt } from '../model/tree.ts';

const t = words.preview;
const first = readFirstRelease();
const [centre] = first.routes;
const preview = page.getByRole('region', { name: t.title });
const choice = (name: string) => preview.getByLabelText(name, { exact: true });

/** The document in the frame that is seen. */
function tablet(): Document {
  return document.querySelector<HTMLIFrameElement>('section iframe')!.contentDocument!;
}

/** The texts of the panel that is open on the tablet, or of the home screen. */
const shown = () => (tablet().querySelector('dialog') ?? tablet().body).textContent;

async function openPreview(options: StudioOptions = {}) {
  startFrames();
  const studio = await renderStudio({ ...options, at: { ...options.at, preview: 'on' } });
  await expect.poll(() => tablet().querySelector('.passenger')).not.toBeNull();
  return studio;
}

test('the tablet shows what is typed, before anything is saved', async () => {
  await openPreview({ at: { view: 'prices' } });
  await expect.element(choice(t.screen)).toHaveValue('routes');
  await expect.poll(shown).toContain('$22.000');
  const price = page.getByLabelText(`${words.fields.pesos}, Las Condes`, { exact: true });
  await price.fill('24.500');
  await expect.poll(shown).toContain('$24.500');
  await expect.element(price).toHaveFocus();
});

test('the keyboard chooses screen, language, theme and position, and keeps the focus', async () => {
  await openPreview();
  const { documentElement: root, defaultView: view } = tablet();
  await userEvent.selectOptions(choice(t.language), 'de');
  await expect.poll(() => root.lang).toBe('de');
  await userEvent.selectOptions(choice(t.theme), 'dark');
  await expect.poll(() => root.dataset['theme']).toBe('dark');
  await userEvent.selectOptions(choice(t.orientation), 'upright');
  await expect.poll(() => [view!.innerWidth, view!.innerHeight]).toEqual([800, 1280]);
  choice(t.screen).element().focus();
  await userEvent.selectOptions(choice(t.screen), 'airport');
  await expect.poll(shown).toContain(first.airport.facts[0]!.title.de!.text);
  await expect.element(choice(t.screen)).toHaveFocus();
});

test('the preview follows the item and the language that are edited, and what is pressed on the tablet', async () => {
  await openPreview();
  await page.getByText(centre!.name.es, { exact: true }).first().click();
  await expect.element(choice(t.screen)).toHaveValue('routes');
  await page.getByRole('button', { name: /^Français/ }).click();
  await expect.element(choice(t.language)).toHaveValue('fr');
  await expect.poll(shown).toContain(centre!.name.fr!.text);
  tablet().querySelector<HTMLButtonElement>('dialog .window-header button')!.click();
  await expect.element(choice(t.screen)).toHaveValue('home');
  await expect.poll(() => tablet().querySelector('dialog')).toBeNull();
});

test('above the history of releases no preview of the draft stands, nor a button for it', async () => {
  await renderStudio({ at: { view: 'history', preview: 'on' } });
  await expect.element(page.getByRole('tab', { name: words.views.history })).toBeVisible();
  await expect.element(preview).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: t.open })).not.toBeInTheDocument();
});

test('the preview is accessible and fits every screen, beside the texts and above the prices', async () => {
  for (const view of ['', 'prices']) {
    const { unmount } = await openPreview({ at: { view } });
    await expect.element(preview).toBeVisible();
    await expectFitsEverywhere(expectNoSidewaysScroll);
    await page.viewport(1280, 800);
    await expectAccessibleInBothThemes();
    await unmount();
  }
});

/** A name that no line holds, routes that no screen holds, and a text that nobody has translated. */
function unfit(): Content {
  const { company, claims } = writeAt(first, ['claims', 'gps', 'title'], { es: 'GPS siempre' });
  return {
    ...first,
    company: { ...company, name: 'W'.repeat(100) },
    claims,
    routes: Array.from({ length: 12 }, (_, index) => ({ ...centre!, id: `route-${index}` })),
    places: first.places.slice(0, 1),
  };
}

test(
  'warnings name panel and language, and lead to the screen and to the text',
  { timeout: 90_000 },
  async () => {
    await openPreview({ content: unfit() });
    const warnings = page.getByRole('region', { name: /^Avisos/ });
    await expect.element(warnings, { timeout: 60_000 }).toBeVisible();
    const warning = (screen: string, problem: string, text: string) =>
      warnings.getByRole('button', { name: `${screen}, Français ${problem}: «${text}`, exact: false });
    const { tiles } = home;
    // The name takes several lines, which push the last tiles off the screen.
    await expect.element(warning(t.home, t.problems.scroll, 'Ce taxi est-il')).toBeVisible();
    await expect.element(warning(tiles.safety.title, t.problems.cut, 'Necesito ayuda urgente')).toBeVisible();
    await warning(tiles.routes.title, t.problems.scroll, centre!.name.fr!.text).click();
    await expect.element(choice(t.screen)).toHaveValue('routes');
    await expect.element(page.getByRole('heading', { name: centre!.name.es, level: 3 })).toBeVisible();
    await warning(tiles.safety.title, t.problems.missing, 'GPS siempre').click();
    await expect.element(choice(t.screen)).toHaveValue('safety');
    await expect.element(choice(t.language)).toHaveValue('fr');
    await expect.element(page.getByRole('heading', { name: 'GPS siempre', level: 3 })).toBeVisible();
  },
);
