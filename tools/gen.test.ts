import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startProductApp } from '../server/testing/app.ts';
import { parse as parseToml } from 'smol-toml';
import { configurationPage } from './gen/configuration-page.ts';
import { contentRulesSql } from './gen/content-rules.ts';
import { databaseTypes } from './gen/database-types.ts';
import { mailLifetime, mailTemplates, withMailTemplates } from './gen/mail-templates.ts';

const root = resolve(import.meta.dirname, '..');

test('shared/database.types.ts is what the migrations make (else: npm run gen)', async () => {
  await using server = await startProductApp();
  expect(await readFile(resolve(root, 'shared/database.types.ts'), 'utf8')).toBe(
    await databaseTypes(server.context.db),
  );
});

test('docs/configuration.md lists every environment variable (else: npm run gen)', async () => {
  expect(await readFile(resolve(root, 'docs/configuration.md'), 'utf8')).toBe(configurationPage());
});

test('supabase/schemas knows the rules of the content (else: npm run gen, and a migration)', async () => {
  const declared = await readFile(resolve(root, 'supabase/schemas/12_content_rules.sql'), 'utf8');
  expect(declared).toBe(contentRulesSql());
});

const configFile = resolve(root, 'supabase/config.toml');

test('supabase/templates and config.toml hold the mails of a hosted project (else: npm run gen)', async () => {
  const config = await readFile(configFile, 'utf8');
  const templates = mailTemplates(mailLifetime(config));
  expect(withMailTemplates(config, templates)).toBe(config);
  for (const { name, html } of templates)
    expect(await readFile(resolve(root, `supabase/templates/${name}.html`), 'utf8')).toBe(html);
});

test('config.toml names each mail of a hosted project with its subject and a file that is there', async () => {
  const { auth } = parseToml(await readFile(configFile, 'utf8')) as unknown as {
    auth: { email: { template: Record<string, { subject: string; content_path: string }> } };
  };
  expect(Object.keys(auth.email.template)).toHaveLength(6);
  for (const { subject, content_path: path } of Object.values(auth.email.template)) {
    const html = await readFile(resolve(root, path), 'utf8');
    for (const text of [subject, html]) {
      expect(text.match(/\{\{ (else )?if eq \$language "(en|fr|pt|de)" \}\}/g)).toHaveLength(4);
      expect(text).toMatch(/\{\{ else \}\}[^{]*.*\{\{ end \}\}$/s);
    }
    for (const language of ['es', 'en', 'fr', 'pt', 'de'])
      expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('{{ .Token }}');
    expect(html.includes('{{ .ConfirmationURL }}')).toBe(!path.includes('reauthentication'));
  }
});
