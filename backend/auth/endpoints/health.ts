import packageFile from '../../package.json' with { type: 'json' };
import { json, type Reply } from '../../http/reply.ts';
import type { Auth } from '../context.ts';

/**
 * GET /health. Apps ask it whether the backend responds. It costs no query, except after the database
 * failed: then it gets the same error as every other request until the database is back.
 */
export async function health({ db, outages }: Auth): Promise<Reply> {
  if (outages.isOpen('the database')) await db.query('select 1');
  return json({ version: packageFile.version, name: 'auth', description: 'Accounts and sessions' });
}
