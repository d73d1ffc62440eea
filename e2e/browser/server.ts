import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The product as an operator starts it, on a data folder that goes when it ends.
const dataDir = await mkdtemp(join(tmpdir(), 'transfer-browser-'));
process.env['DATA_DIR'] = dataDir;
process.env['PORT'] = '8917';
process.env['LOG_LEVEL'] = 'error';
await import('../../server/main.ts');
await rm(dataDir, { recursive: true, force: true });
