import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const script = `
  import { runXmlTask } from ${JSON.stringify(new URL('./untrusted-xml.ts', import.meta.url).href)};
  await runXmlTask('metadata', '<a').catch((error) => console.log(error.constructor.name));
`;

test('a process that has parsed XML exits, and parser warnings stay out of the log', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect([code, output.trim()]).toEqual([0, 'XmlError']);
}, 20_000);
