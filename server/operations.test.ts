import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProductApp, type ProductApp } from './testing/app.ts';

const read = async ({ context }: ProductApp, name: string) => {
  const [row] = await context.db.query<{ failures: number; reason: string | null; is_late: boolean | null }>(
    'select failures, reason, late_after < now() as is_late from private.operations where name = $1',
    [name],
  );
  return row;
};
const notice = {
  kind: 'document_digest',
  to: 'a@example.com',
  language: 'es',
  subject: 'a',
  heading: 'a',
  text: 'a',
  button: 'a',
  link: 'https://a.cl',
} as const;

test('a mail server that is away is noted with its code, never with an address; the next mail that goes clears it', async () => {
  await using away = await startProductApp({ environment: { SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' } });
  for (let count = 0; count < 2; count += 1)
    await expect(away.context.mail.sendNotice(notice)).rejects.toThrow();
  await expect.poll(() => read(away, 'mail')).toMatchObject({ failures: 2, reason: 'ESOCKET' });
  await using works = await startProductApp();
  await works.context.db.query(`select private.note_operation('mail', 'failed', 'EAUTH', null)`);
  await works.context.mail.sendNotice(notice);
  await expect.poll(() => read(works, 'mail')).toMatchObject({ failures: 0, reason: null });
});

test('a backup that was made is not late yet, and one that fails is noted', async () => {
  await using server = await startProductApp({ environment: { BACKUP_HOURS: '24' } });
  await server.context.backups.runIfDue();
  await expect.poll(() => read(server, 'backup')).toMatchObject({ failures: 0, is_late: false });
  await using broken = await startProductApp({ environment: { BACKUP_HOURS: '24' } });
  const folder = join(broken.context.config.dataDir, 'backups');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, 'a file in the place of the folder');
  await broken.context.backups.runIfDue();
  await expect.poll(() => read(broken, 'backup')).toMatchObject({ failures: 1, is_late: null });
});
