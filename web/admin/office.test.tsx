import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages } from '../../shared/staff-languages.ts';
import { readFirstRelease } from '../../shared/testing/content.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { admin as words } from '../i18n/es/admin.ts';
import { documents } from '../i18n/es/fleet/documents.ts';
import { devices as deviceWords } from '../i18n/es/fleet/devices.ts';
import { studio } from '../i18n/es/studio.ts';
import { renderPanel } from '../testing/administration.tsx';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere, phone } from '../testing/looks.ts';
import { openSection } from '../testing/panelLists.tsx';
import { renderStudio } from '../testing/studio.tsx';
import { writeAt } from './content/model/tree.ts';
import DocumentRulesSection from './documentRules/DocumentRulesSection.tsx';
import { RoleContext } from './parts/useMay.ts';

/** The panel as the office sees it. Its rights are tested in supabase/tests; here, the buttons that it is offered. */
const [wide] = devices;
const link = (name: string | RegExp) =>
  page.getByRole('navigation', { name: words.sections }).getByRole('link', { name });
/** A tab has the number of what waits there behind its name. */
const setting = (name: string) =>
  page
    .getByRole('navigation', { name: words.places.settings })
    .getByRole('link', { name: new RegExp(`^${name}( \\(\\d+\\))?$`) });
const deletes = /^(Eliminar|Quitar)/;

test('the office has no accounts and no log, and creates no user; an administrator has both', async () => {
  await page.viewport(wide.width, wide.height);
  const office = await openSection('devices', { role: 'office' });
  for (const name of [words.drivers, words.vehicles, words.documents, words.content])
    await expect.element(link(new RegExp(`^${name}`))).toBeVisible();
  await expect.element(setting(words.devices)).toBeVisible();
  for (const name of [words.users, words.audit]) await expect.element(setting(name)).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: words.userForm.create })).not.toBeInTheDocument();
  await office.unmount();
  await openSection('devices');
  for (const name of [words.users, words.audit]) await expect.element(setting(name)).toBeVisible();
  await expect.element(page.getByRole('button', { name: words.userForm.create })).toBeVisible();
});

test('an address of the accounts opens the first section for the office', async () => {
  await openSection('users', { role: 'office' });
  await expect.element(link(words.today)).toHaveAttribute('aria-current', 'page');
});

test.for(['drivers', 'vehicles', 'documents', 'devices'] as const)(
  'the office edits the %s and finds no button that deletes one',
  async (id) => {
    for (const { width, height } of [wide, phone]) {
      await page.viewport(width, height);
      const { unmount } = await openSection(id, { role: 'office' });
      await expect.element(page.getByRole('button', { name: /^(Editar|Ver|Abrir)/ }).first()).toBeVisible();
      expect(page.getByRole('button', { name: deletes }).elements()).toEqual([]);
      await unmount();
    }
  },
);

test('the office rejects a document that waits, on a phone too', async () => {
  await page.viewport(phone.width, phone.height);
  await openSection('documents', { role: 'office' });
  await page
    .getByRole('button', { name: /^Rechazar / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: documents.rejection.title });
  await expect.element(dialog.getByRole('button', { name: documents.rejection.action })).toBeVisible();
});

test('a device is locked by the office and not forgotten', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('devices', { role: 'office' });
  await page
    .getByRole('button', { name: new RegExp(`^${deviceWords.open('')}`) })
    .first()
    .click();
  await expect.element(page.getByRole('button', { name: deviceWords.actions.lock })).toBeVisible();
  await expect.element(page.getByRole('button', { name: deviceWords.forget })).not.toBeInTheDocument();
});

test('the office adds kinds of documents; the rule that stops drivers is an administrator’s', async () => {
  await renderPanel(
    'es',
    <RoleContext value="office">
      <DocumentRulesSection />
    </RoleContext>,
  );
  await expect.element(page.getByRole('checkbox', { name: documents.rulesView.stop })).toBeDisabled();
  await expect.element(page.getByText(documents.rulesView.byAdministrator, { exact: false })).toBeVisible();
  await expect.element(page.getByRole('button', { name: documents.rulesView.addKind })).toBeVisible();
  expect(page.getByRole('button', { name: deletes }).elements()).toEqual([]);
});

const first = readFirstRelease();
const changed = writeAt(first, ['routes', 'las-condes', 'prices', 0, 'pesos'], 24_000);

test.for(staffLanguages)(
  'the office sees what will change and who publishes it, and publishes nothing (%s)',
  async (language) => {
    const t = await loadNamespace('studio', language);
    await renderStudio({ language, role: 'office', content: changed, at: { view: 'publish' } });
    await expect.element(page.getByText('$24.000')).toBeVisible();
    await expect.element(page.getByText(t.publish.byAdministrator)).toBeVisible();
    await expect.element(page.getByRole('tab', { name: `${t.publish.pending} (1)` })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: t.publish.publish, exact: true }))
      .not.toBeInTheDocument();
    await expect.element(page.getByLabelText(t.publish.note)).not.toBeInTheDocument();
    await expectFitsEverywhere();
  },
);

test('the office saves the draft, and its view of the changes is accessible in both themes', async () => {
  const { store, saved } = await renderStudio({ role: 'office', content: changed, at: { view: 'publish' } });
  store.edit((content) => writeAt(content, ['routes', 'centro', 'prices', 0, 'pesos'], 16_000));
  await expect.poll(() => saved.at(-1)?.routes[0]?.prices[0]?.pesos).toBe(16_000);
  await expect.element(page.getByText(studio.publish.byAdministrator)).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('the office reads the history and takes no older release back', async () => {
  await renderStudio({ role: 'office', releases: [first, changed], at: { view: 'history' } });
  await expect.element(page.getByText(studio.history.newest)).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: studio.history.restoreOf('1') }))
    .not.toBeInTheDocument();
});
