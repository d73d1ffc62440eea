import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages } from '../../../../shared/staff-languages.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { readFirstRelease } from '../../../../shared/testing/content.ts';
import { studio as spanish } from '../../../i18n/es/studio.ts';
import { errors } from '../../../i18n/es/errors.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { loadNamespace } from '../../../i18n/namespaces.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere, devices } from '../../../testing/looks.ts';
import { renderStudio } from '../../../testing/studio.tsx';

const first = readFirstRelease();
const square = 'places/plaza-de-armas';
const withPicture: Content = {
  ...first,
  pictures: [{ id: 'square', path: 'square.jpg', focus: { x: 50, y: 50 }, alt: { es: 'Palmeras' } }],
  places: first.places.map((place) =>
    place.id === 'plaza-de-armas' ? { ...place, picture: 'square' } : place,
  ),
};
const focusButton = () => page.getByRole('button', { name: spanish.fields.focus, exact: true });

/** A picture of one colour, larger than devices need. */
async function photo(): Promise<File> {
  const canvas = new OffscreenCanvas(2400, 1200);
  canvas.getContext('2d')!.fillRect(0, 0, 2400, 1200);
  return new File([await canvas.convertToBlob()], 'plaza.png', { type: 'image/png' });
}

/** Replaces the storage. @returns the bodies that were uploaded, with their paths */
function stubStorage(respond: () => Promise<Response>) {
  const uploads: { readonly path: string; readonly body: Blob }[] = [];
  const fetchBefore = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const [, path] = /\/storage\/v1\/object\/contenido\/(.+)$/.exec(String(input)) ?? [];
    if (path === undefined) return fetchBefore(input, init);
    const form = init?.body as FormData;
    uploads.push({ path, body: form.get('') as Blob });
    return respond();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return uploads;
}

const stored = async () => Response.json({ Id: 'id', Key: 'contenido/x' });

async function choose(): Promise<void> {
  await userEvent.upload(page.getByLabelText(spanish.pictures.upload).first(), await photo());
}

test('a picture is shrunk, uploaded, described, and taken by the place', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const uploads = stubStorage(stored);
  const { store, said } = await renderStudio({ at: { item: square } });
  const upload = page.getByLabelText(spanish.pictures.upload).last();
  await userEvent.upload(upload, await photo());
  await expect.poll(() => said).toContain(spanish.pictures.uploaded);
  const { pictures, places } = store.get().draft!.content;
  const [{ path, body }] = uploads as [(typeof uploads)[number]];
  expect(body.type).toBe('image/jpeg');
  const { width, height } = await createImageBitmap(body);
  expect({ width, height }).toEqual({ width: 1600, height: 800 });
  expect(pictures).toEqual([{ id: pictures[0]!.id, path, focus: { x: 50, y: 50 }, alt: { es: '' } }]);
  expect(places.find(({ id }) => id === 'plaza-de-armas')!.picture).toBe(pictures[0]!.id);
});

test('the list begins a picture with its upload, and opens it', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  stubStorage(stored);
  await renderStudio({ at: { view: 'texts' } });
  await choose();
  await expect.element(focusButton()).toBeVisible();
  await expect.element(page.getByText(spanish.problems.empty)).toBeVisible();
});

test.for([
  ['without a connection', () => Promise.reject(new TypeError('Failed to fetch')), errors.code.network],
  [
    'a file that is no picture',
    async () =>
      Response.json(
        { statusCode: '415', code: 'InvalidMimeType', error: 'invalid_mime_type', message: 'not supported' },
        { status: 400 },
      ),
    errors.code.invalid_image,
  ],
] as const)('%s the upload says why, and the document stays', async ([, respond, text]) => {
  await page.viewport(devices[0].width, devices[0].height);
  stubStorage(respond);
  const { store } = await renderStudio({ at: { view: 'texts' } });
  await choose();
  await expect.element(page.getByText(text)).toBeVisible();
  expect(store.get().draft!.content.pictures).toEqual([]);
  await expect.element(page.getByLabelText(spanish.pictures.upload).first()).toBeEnabled();
});

test('the focus follows a click and the arrow keys, and stays inside the picture', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const { store } = await renderStudio({ content: withPicture, at: { item: square } });
  const focus = () => store.get().draft!.content.pictures[0]!.focus;
  await focusButton().click({ position: { x: 40, y: 32 } });
  const { width, height } = focusButton().element().getBoundingClientRect();
  // Scrolled by a fraction of a pixel, the pointer is beside the point by as much.
  expect(Math.abs(focus().x - 4000 / width)).toBeLessThan(1.5);
  expect(Math.abs(focus().y - 3200 / height)).toBeLessThan(1.5);
  const { x, y } = focus();
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{Shift>}{ArrowDown}{/Shift}');
  expect(focus()).toEqual({ x: x + 2, y: y + 8 });
  await userEvent.keyboard('{Shift>}{ArrowLeft>20/}{/Shift}');
  expect(focus().x).toBe(0);
  await expect.element(page.getByText(spanish.pictures.focusAt(0, y + 8))).toBeVisible();
});

test('a place describes its picture in each language, and gives it up', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  const { store } = await renderStudio({ content: withPicture, at: { item: square } });
  const draft = () => store.get().draft!.content;
  const alt = page.getByRole('group', { name: new RegExp(spanish.fields.alt) }).last();
  await alt.getByLabelText(languageNames.en).fill('Palm trees');
  expect(draft().pictures[0]!.alt.en).toEqual({ text: 'Palm trees' });
  await page.getByRole('button', { name: spanish.pictures.remove }).click();
  expect(draft().places.find(({ id }) => id === 'plaza-de-armas')).not.toHaveProperty('picture');
  expect(draft().pictures).toHaveLength(1);
  await page.getByLabelText(spanish.fields.picture, { exact: true }).selectOptions('1. Palmeras');
  await expect.element(focusButton()).toBeVisible();
});

test('a picture that a place shows is not removed from the list', async () => {
  await page.viewport(devices[0].width, devices[0].height);
  await renderStudio({ content: withPicture, at: { item: 'pictures/square' } });
  await page.getByRole('button', { name: spanish.list.remove('Palmeras'), exact: true }).click();
  await expect.element(page.getByText(spanish.editor.inUse('1'))).toBeVisible();
});

test('a picture is accessible in both themes', async () => {
  await page.viewport(devices[1].width, devices[1].height);
  await renderStudio({ content: withPicture, at: { item: square } });
  await expect.element(focusButton()).toBeVisible();
  await expectAccessibleInBothThemes();
});

test.for(staffLanguages)('a picture fits every screen (%s)', async (language) => {
  const t = await loadNamespace('studio', language);
  await renderStudio({ language, content: withPicture, at: { item: square } });
  await expect.element(page.getByRole('button', { name: t.fields.focus, exact: true })).toBeInTheDocument();
  await expectFitsEverywhere();
});
