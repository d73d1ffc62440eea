import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { protocolSettings } from '../../backend/config/protocol.ts';
import { protocolWarnings } from '../../backend/config/protocol-warnings.ts';

test('config.toml asks for nothing that the backend does not do', async () => {
  const parsed = parse(await readFile(resolve(import.meta.dirname, '../config.toml'), 'utf8'));
  expect(protocolWarnings(parsed, protocolSettings(parsed))).toEqual([]);
});
