import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { contentShape, type Content } from '../../../../shared/content/content.ts';
import { fieldsOf, isObject, type Shape } from '../../../../shared/content/shape.ts';
import { readFirstRelease } from '../../../../shared/testing/content.ts';
import { studio as words } from '../../../i18n/es/studio.ts';
import { previewScreens, type PreviewMessage } from '../../../content/preview.ts';
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

const runner = '__vitest_browser_runner__';

/** Lets frames import modules until the test ends: the test runner rewrites every `import()` to a call of its own object. */
function startFrames(): void {
  const observer = new MutationObserver(() => {
    for (const { contentWindow } of document.querySelectorAll('iframe'))
      if (contentWindow) Object.assign(contentWindow, { [runner]: Reflect.get(window, runner) });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
}

async function openPreview(options: StudioOptions = {}) {
  startFrames();
  const studio = await renderStudio({ ...options, at: { view: 'texts', ...options.at, preview: 'on' } });
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

test('one mark at a text tells that the tablet cuts it off, or that it is missing in the language shown', async () => {
  const long = 'W'.repeat(40);
  const content = writeAt(first, ['claims', 'gps', 'title'], { es: long });
  await openPreview({ content, at: { item: 'claims/gps' } });
  const title = page.getByRole('group', { name: new RegExp(`^${words.fields.title}`) });
  const mark = (language: string, state: string) => title.getByText(`${language}: ${state}`);
  await expect.element(mark('English', words.states.missing)).toBeInTheDocument();
  await userEvent.selectOptions(choice(t.language), 'de');
  // German passengers read the Spanish.
  await expect.element(mark('Español', words.states.cut)).toBeInTheDocument();
});

/** The texts of a part, each as long as the screen should have room for. */
function stretched(value: unknown, shape: Shape): unknown {
  if (shape.kind === 'words')
    return shape.fits < shape.max
      ? { es: 'Traslado seguro al aeropuerto. '.repeat(4).slice(0, shape.fits) }
      : value;
  if (Array.isArray(value) && shape.kind === 'list') return value.map((each) => stretched(each, shape.of));
  if (!isObject(value)) return value;
  const fields = fieldsOf(shape, value) ?? {};
  const parts = Object.entries(value).map(([name, each]) => [
    name,
    fields[name] ? stretched(each, fields[name]) : each,
  ]);
  return Object.fromEntries(parts) as unknown;
}

test('texts as long as the shape says fit on every screen, however the tablet is held', async () => {
  const cut: unknown[] = [];
  const listen = ({ data }: MessageEvent<PreviewMessage>) => data.kind === 'cut' && cut.push(data.cut.texts);
  window.addEventListener('message', listen);
  onTestFinished(() => window.removeEventListener('message', listen));
  await openPreview({ content: stretched(first, contentShape) as Content });
  for (const orientation of ['upright', 'landscape']) {
    await userEvent.selectOptions(choice(t.orientation), orientation);
    for (const screen of previewScreens) {
      await userEvent.selectOptions(choice(t.screen), screen);
      cut.length = 0;
      await expect.poll(() => cut.length, { timeout: 10_000 }).toBeGreaterThan(0);
      expect.soft([orientation, screen, cut.at(-1)]).toEqual([orientation, screen, []]);
    }
  }
}, 120_000);
