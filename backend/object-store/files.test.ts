import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

test('a file is complete once its name exists, and exists once the write resolved, even after kill -9', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const size = 300_000;
  const program = `import { randomUUID } from 'node:crypto';
    import { openFileStore } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'files.ts')).href)};
    const store = openFileStore(${JSON.stringify(folder)});
    const writeOn = async () => {
      for (;;) {
        const version = randomUUID();
        await store.put(version, Buffer.alloc(${size}, 1));
        process.stdout.write(version + '\\n');
      }
    };
    await Promise.all([writeOn(), writeOn(), writeOn()]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.length > 40 * 37) child.kill('SIGKILL');
  }
  const answered = output.split('\n').filter((line) => line.length === 36);
  const present = (await readdir(folder)).filter((name) => !name.endsWith('.part'));
  expect(answered.length).toBeGreaterThan(40);
  expect(present).toEqual(expect.arrayContaining(answered));
  const sizes = await Promise.all(present.map(async (name) => (await stat(join(folder, name))).size));
  expect(new Set(sizes)).toEqual(new Set([size]));
});
