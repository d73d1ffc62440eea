import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import pictureUrl from '../content/illustrations/la-moneda.svg';
import { greetings } from '../i18n/greetings.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { driver } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import { Greeting } from './Greeting.tsx';

const nothing = () => undefined;
const greeting = page.getByRole('dialog', { name: 'Transfer Aeropuerto' });

test('the greeting shows who drives, fits every size and is accessible in both themes', async () => {
  const name = 'Maximiliano Hernández-Valenzuela';
  await renderIn('es', <Greeting driver={{ ...driver, name }} onStart={nothing} />);
  await expect.element(greeting.getByText(name).last()).toBeVisible();
  await expect.element(greeting.getByText('BB·CD·12')).toBeVisible();
  for (const language of languages)
    await expect.element(greeting.getByText(greetings[language].hello, { exact: true })).toBeVisible();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});

test('the driver’s photo is on the greeting', async () => {
  await renderIn('es', <Greeting driver={{ ...driver, photo_url: pictureUrl }} onStart={nothing} />);
  const photo = greeting.getByRole('img', { name: driver.name });
  await expect.poll(() => (photo.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
});

test('who has just got in reads the sign above the languages, the booked one first', async () => {
  await renderIn('es', <Greeting driver={driver} sign="Müller-Lüdenscheidt" booked="de" onStart={nothing} />);
  const sign = greeting.getByText('Müller-Lüdenscheidt');
  const choices = greeting.getByRole('button');
  await expect.element(choices.first().getByText(greetings.de.hello, { exact: true })).toBeVisible();
  expect(choices.elements()).toHaveLength(languages.length);
  expect(sign.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    choices.first().element().getBoundingClientRect().top,
  );
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});
