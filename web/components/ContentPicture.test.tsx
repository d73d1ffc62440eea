import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { content } from '../testing/sampleContent.ts';
import { renderIn } from '../testing/render.tsx';
import { ContentPicture } from './ContentPicture.tsx';

test('where an uploaded picture does not load, the illustration shows', async () => {
  const [place] = content.places;
  const uploaded = { id: 'gone', path: 'gone.jpg', focus: { x: 10, y: 90 }, alt: { es: 'Palmeras' } };
  const item = { ...place!, picture: uploaded.id };
  await renderIn('es', <ContentPicture item={item} />, [], { ...content, pictures: [uploaded] });
  await expect.element(page.getByAltText(place!.alt.es)).toBeVisible();
  await expect.element(page.getByAltText('Palmeras')).not.toBeInTheDocument();
});
