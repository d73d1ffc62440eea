import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clubFolder } from '../testing/club.ts';
import { runProgram, untilSaid } from '../testing/processes.ts';
import { protocolSettings } from './protocol.ts';
import { protocolWarnings } from './protocol-warnings.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-warnings-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function warningsOf(toml: string): readonly string[] {
  const parsed = parse(toml);
  return protocolWarnings(parsed, protocolSettings(parsed));
}

const noEffect = (path: string) => `${path} is not supported by this server and has no effect`;

test.each([
  ['[auth.captcha]\nenabled = true\nprovider = "hcaptcha"', ['auth.captcha']],
  ['[auth.hook.send_sms]\nenabled = true\nuri = "pg-functions://postgres/auth/hook"', ['auth.hook']],
  ['[auth.email.template.invite]\nsubject = "Hola"', []],
  ['[auth.sms.vonage]\nenabled = true', ['auth.sms.vonage']],
  ['[storage.s3_protocol]\nenabled = true', ['storage.s3_protocol']],
  ['[auth.captcha]\nenabled = false\nprovider = "hcaptcha"', []],
  ['[auth.hook.send_sms]\nenabled = false\nuri = ""', []],
  ['[api]\nenabled = true\nport = 54321\n[db]\nport = 54322\n[studio]\nenabled = true', []],
  ['[workers.mailer]\nruntime = "node"', ['workers']],
  ['[functions.hello]\nverify_jwt = false\nimport_map = "./deno.json"', []],
])('%j', (toml, paths) => expect(warningsOf(toml)).toEqual(paths.map(noEffect)));

const provider = (lines: string) => `[auth.external.github]\n${lines}`;
const lost = (reason: string) => `[auth.external.github] is enabled, but needs ${reason}: it signs nobody in`;
const issuer = 'the url of its OpenID Connect issuer';

test.each([
  ['enabled = true\nclient_id = "x"\nsecret = "y"', [lost(issuer)]],
  ['enabled = "True"\nclient_id = "x"\nsecret = "y"', [lost(issuer)]],
  [
    'enabled = true\nclient_id = "x"\nsecret = "env(NOBODY_SET_THIS)"\nurl = "https://id.example"',
    [lost('the environment variable NOBODY_SET_THIS')],
  ],
  ['enabled = true\nclient_id = "x"\nsecret = "y"\nurl = "https://id.example"', []],
  ['enabled = false\nclient_id = "x"', []],
  ['enabled = "false"\nclient_id = "x"', []],
])('a provider that cannot sign anybody in is off, and named: %j', (lines, sentences) => {
  const toml = provider(lines);
  expect(warningsOf(toml)).toEqual(sentences);
  const { enabled } = protocolSettings(parse(toml)).auth.external['github']!;
  expect(enabled).toBe(sentences.length === 0 && lines.startsWith('enabled = true'));
});

test.each([
  ['[auth.captcha]\nenabled = "false"\nprovider = "hcaptcha"', []],
  ['[auth.captcha]\nenabled = "true"', ['auth.captcha']],
  ['[realtime]\nenabled = "True"', []],
  ['[realtime]\nenabled = "false"', ['realtime.enabled']],
])('a switch that an environment variable holds as text counts as one: %j', (toml, paths) =>
  expect(warningsOf(toml)).toEqual(paths.map(noEffect)),
);

test('the server starts with every key of the CLI and logs a warning for each that it does not support', async () => {
  const supabaseDir = join(folder, 'supabase');
  await cp(clubFolder, supabaseDir, { recursive: true });
  const config = join(supabaseDir, 'config.toml');
  const reference = (await readFile(join(import.meta.dirname, '../testing/cli-config.toml'), 'utf8'))
    .replace('auth_token = "token"', 'auth_token = "env(NO_SUCH_VARIABLE)"')
    .replace(/^signing_keys_path.*$/m, '');
  const expected = warningsOf(reference);
  expect(expected.length).toBeGreaterThan(30);
  await writeFile(config, reference);
  const settings = {
    DATA_DIR: join(folder, 'data'),
    SUPABASE_DIR: supabaseDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
  };
  const server = runProgram(process.execPath, ['server/main.ts'], settings);
  try {
    await untilSaid(server, 'is ready');
    // The log is JSON.
    const output = server.output().replaceAll('\\"', '"');
    expect(expected.filter((warning) => !output.includes(warning))).toEqual([]);
    expect(output).toContain('[auth.sms.twilio] is enabled, but one of its settings');
  } finally {
    const exit = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await exit;
  }
});
