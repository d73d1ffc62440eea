import { expect } from '@playwright/test';
import { languages } from '../../shared/languages.ts';
import { test } from './ownProduct.ts';
import { remove } from './people.ts';
import { expectShownWellEverywhere } from './steps.ts';

/** On a product of its own: the number of requests from one address is limited. */
test.afterAll(({ product }) => remove('tickets', 'id=not.is.null', product.address));

for (const language of languages)
  test(`the form and the page of a request are shown well on every screen (${language})`, async ({
    page,
  }) => {
    const file = `../../web/i18n/${language}/rightsPage.ts`;
    const { rightsPage: t } = (await import(file)) as typeof import('../../web/i18n/es/rightsPage.ts');
    await page.goto(`/rights?lang=${language}`);
    await page.getByRole('button', { name: t.form.send }).click();
    await expect(page.getByText(t.form.problems.body)).toBeVisible();
    await expectShownWellEverywhere(page);
    await page.getByLabel(t.kinds.blocking).check();
    await page.getByLabel(t.form.body).fill('x');
    await page.getByLabel(t.form.name).fill('Anna Weber');
    await page.getByLabel(t.form.contact).fill('anna@example.de');
    await page.getByRole('button', { name: t.form.send }).click();
    await expectShownWellEverywhere(page);
    await page.getByRole('link', { name: t.outcome.open }).click();
    await expect(page.getByText(t.page.states.open)).toBeVisible();
    await expectShownWellEverywhere(page);
  });
