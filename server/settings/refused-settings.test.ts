import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { reachAddress } from '../../backend/db/external.ts';
import { checkHost } from '../../backend/http/port.ts';
import { ended, freePort, runProgram } from '../../backend/testing/processes.ts';
import { loadSettings } from './settings.ts';

type Environment = Readonly<Record<string, string>>;

let folder = '';
let dataDir = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-settings-'));
  dataDir = join(folder, 'data');
  const { privateKey } = generateKeyPairSync('ed25519');
  await Promise.all([
    writeFile(join(folder, 'file'), ''),
    writeFile(join(folder, 'text.json'), 'no JSON'),
    writeFile(join(folder, 'empty.json'), '{"keys":[]}'),
    writeFile(
      join(folder, 'ed25519.json'),
      JSON.stringify([{ ...privateKey.export({ format: 'jwk' }), kid: 'a' }]),
    ),
  ]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Puts the folder of this test where a value says `FOLDER`. */
function withFolder(settings: Environment): Environment {
  const named = Object.entries(settings).map(([name, value]) => [name, value.replace('FOLDER', folder)]);
  return { DATA_DIR: dataDir, ...Object.fromEntries(named) };
}

/** The message with which the start refuses settings: what `main.ts` does before it starts a database. */
async function refusal(settings: Environment): Promise<string> {
  const start = async (): Promise<void> => {
    const { config } = await loadSettings(withFolder(settings));
    await checkHost(config.host);
    if (config.databaseUrl !== undefined) await reachAddress('DATABASE_URL', config.databaseUrl);
  };
  const error: unknown = await start().catch((reason: unknown) => reason);
  return error instanceof Error ? error.message.replaceAll(folder, 'FOLDER') : 'accepted';
}

const number = (name: string, value: string, expected: string) =>
  [{ [name]: value }, `${name} is “${value}”; it must be ${expected}.`] as const;
const signingKeys = (path: string) =>
  `SUPABASE_SIGNING_KEYS names “${path}”; it must hold a JWKS of private ES256 or RS256 keys, each with a “kid” of its own.`;
const inlineKeys =
  'SUPABASE_SIGNING_KEYS must hold a JWKS of private ES256 or RS256 keys, each with a “kid” of its own.';
/** Database and store keep everything, and no data folder is named. */
const withoutFolder = {
  DATA_DIR: '',
  DATABASE_URL: 'postgres://me@host/mine',
  S3_ENDPOINT: 'https://s3.example.cl',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
};
const weak = (name: string, least: number) =>
  `${name} is too easy to guess; it must have at least ${least} random characters (openssl rand -hex 24 makes some).`;
const publishable =
  'SUPABASE_PUBLISHABLE_KEY must be a key that starts with sb_publishable_, or the anon key of an earlier installation.';
const maps = (value: string) =>
  `MAPS_URL is “${value}”; it must be an address that starts with http:// or https://.`;
const origin = (value: string) =>
  `ALLOWED_ORIGINS holds “${value}”; it must be an origin such as https://app.example.cl, without a path.`;
const telephone = (value: string) =>
  `WHATSAPP_NUMBER is “${value}”; it must be a telephone number, such as +56912345678 or, in Chile, 912345678.`;
const night = (value: string) =>
  `NIGHT_HOURS is “${value}”; it must be two different hours such as 20-7, or off.`;
const useHost = 'set it to an address of this machine, such as 127.0.0.1 or 0.0.0.0.';
const useFolder = 'Set it to a folder that this account may write to.';

const refused: readonly (readonly [Environment, string])[] = [
  number('PORT', '70000', 'a port from 0 to 65535'),
  [{ HOST: 'nohost.invalid' }, `HOST is “nohost.invalid”, but there is no such computer; ${useHost}`],
  [{ HOST: '192.0.2.1' }, `HOST is “192.0.2.1”, but this machine does not have that address; ${useHost}`],
  [
    { HOST: 'http://0.0.0.0' },
    'HOST is “http://0.0.0.0”; it must be the name or address of a computer, without http:// and without a port.',
  ],
  [
    { DATA_DIR: 'FOLDER/file' },
    `DATA_DIR is “FOLDER/file”, which cannot be used: it is a file, not a folder. ${useFolder}`,
  ],
  [
    { DATA_DIR: 'FOLDER/file/data' },
    `DATA_DIR is “FOLDER/file/data”, which cannot be used: a part of the path is a file, not a folder. ${useFolder}`,
  ],
  ...['/proc/x', '/proc/x/y', '/proc/self/x', '/proc/sys/x'].map(
    (path) =>
      [
        { DATA_DIR: path },
        `DATA_DIR is “${path}”, which cannot be used: no file or folder can be made there. ${useFolder}`,
      ] as const,
  ),
  [
    { DATABASE_URL: 'nonsense' },
    'DATABASE_URL is no connection string; it must look like postgres://user:password@host:5432/database.',
  ],
  [
    { DATABASE_URL: 'postgres://me@nohost.invalid/mine' },
    'DATABASE_URL cannot be used: the host “nohost.invalid” is not known. Check its name.',
  ],
  [
    { DATABASE_DIRECT_URL: 'postgres://me@127.0.0.1/mine' },
    'DATABASE_DIRECT_URL needs DATABASE_URL, which is not set.',
  ],
  [
    { DATABASE_AUTHENTICATOR_URL: 'postgres://me@127.0.0.1/mine' },
    'DATABASE_AUTHENTICATOR_URL needs DATABASE_URL, which is not set.',
  ],
  number('DATABASE_POOL_SIZE', '0', 'a whole number from 1 to 1000'),
  number('DATABASE_OWNER_POOL_SIZE', 'many', 'a whole number from 1 to 1000'),
  number('DATABASE_PREPARED_STATEMENTS', 'yes', 'true or false'),
  [
    { PUBLIC_URL: 'app.example.cl' },
    'PUBLIC_URL is “app.example.cl”; it must be an address that starts with http:// or https://.',
  ],
  [{ ALLOWED_ORIGINS: 'foo' }, origin('foo')],
  [{ ALLOWED_ORIGINS: 'https://a.example,https://b.example/app' }, origin('https://b.example/app')],
  [
    { TRUSTED_PROXIES: '10.0.0.0/99' },
    'TRUSTED_PROXIES holds “10.0.0.0/99”; it must be an address, a network such as 10.0.0.0/29, or a host name.',
  ],
  [{ SUPABASE_PUBLISHABLE_KEY: 'foo' }, publishable],
  [{ SUPABASE_PUBLISHABLE_KEY: 'sb_secret_0123456789abcdefghijklmnopqrstuv' }, publishable],
  [{ SUPABASE_SECRET_KEY: 'x' }, weak('SUPABASE_SECRET_KEY', 32)],
  [{ SUPABASE_SECRET_KEY: 'x'.repeat(40) }, weak('SUPABASE_SECRET_KEY', 32)],
  [{ SUPABASE_JWT_SECRET: 'x' }, weak('SUPABASE_JWT_SECRET', 32)],
  [{ METRICS_TOKEN: 'prometheus' }, weak('METRICS_TOKEN', 16)],
  [
    { SUPABASE_SIGNING_KEYS: 'FOLDER/nowhere' },
    'SUPABASE_SIGNING_KEYS names “FOLDER/nowhere”, which cannot be read.',
  ],
  [{ SUPABASE_SIGNING_KEYS: 'FOLDER/text.json' }, signingKeys('FOLDER/text.json')],
  [{ SUPABASE_SIGNING_KEYS: 'FOLDER/empty.json' }, signingKeys('FOLDER/empty.json')],
  [{ SUPABASE_SIGNING_KEYS: 'FOLDER/ed25519.json' }, signingKeys('FOLDER/ed25519.json')],
  [{ SUPABASE_SIGNING_KEYS: '{"keys":[{"kid":"a"}]}' }, inlineKeys],
  [{ SUPABASE_SIGNING_KEYS_FILE: 'FOLDER/empty.json' }, inlineKeys],
  [{ SUPABASE_SECRET_KEY_FILE: 'FOLDER/text.json' }, weak('SUPABASE_SECRET_KEY', 32)],
  [
    { SMTP_PASS_FILE: 'FOLDER/nowhere' },
    'SMTP_PASS_FILE names “FOLDER/nowhere”, which cannot be read (ENOENT).',
  ],
  [{ METRICS_TOKEN_FILE: 'FOLDER/file' }, 'METRICS_TOKEN_FILE names “FOLDER/file”, which is empty.'],
  [
    { DATABASE_URL: 'postgres://me@host/mine', DATABASE_URL_FILE: 'FOLDER/text.json' },
    'DATABASE_URL and DATABASE_URL_FILE are both set. Keep one of them.',
  ],
  [
    withoutFolder,
    'Without DATA_DIR the server keeps no keys of its own, and these are missing: SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SUPABASE_SIGNING_KEYS. Give every process the same ones; npm run secrets prints a set.',
  ],
  [
    { ...withoutFolder, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789' },
    'Without DATA_DIR the server keeps no keys of its own, and these are missing: SUPABASE_SECRET_KEY, SUPABASE_SIGNING_KEYS. Give every process the same ones; npm run secrets prints a set.',
  ],
  number('WORKERS', '0', 'a whole number from 1 to 99, or auto'),
  number('WORKERS', 'all', 'a whole number from 1 to 99, or auto'),
  number('REQUIRE_ADMIN_MFA', 'yes', 'true or false'),
  number('DRIVER_APPROVAL', 'never', 'automatic or manual'),
  number('RATE_LIMIT_STORE', 'redis', 'memory or database'),
  number('AUDIT_RETENTION_DAYS', '7', 'a whole number from 30 to 3650'),
  number('SHIFT_RETENTION_DAYS', '7', 'a whole number from 30 to 3650'),
  number('FORMER_DRIVER_RETENTION_DAYS', '7', 'a whole number from 30 to 3650'),
  number('CASE_ANSWER_DAYS', '0', 'a whole number from 1 to 60'),
  number('CASE_RETENTION_DAYS', '7', 'a whole number from 30 to 3650'),
  number('REPORT_MAIL', 'weekly', 'true or false'),
  number('CARD_RETENTION_DAYS', '7', 'a whole number from 30 to 3650'),
  number('REVIEWS_PER_HOUR', 'many', 'a whole number from 0 to 999999'),
  number('REQUESTS_PER_SECOND', '-1', 'a whole number from 0 to 999999'),
  number('BACKUP_HOURS', 'daily', 'a whole number from 0 to 999999'),
  number('BACKUP_KEEP', '0', 'a whole number from 1 to 999999'),
  number('MIN_FREE_SPACE', '1GB', 'a whole number from 0 to 999999'),
  [
    { S3_ENDPOINT: 's3.example.cl' },
    'S3_ENDPOINT is “s3.example.cl”; it must be an address that starts with http:// or https://.',
  ],
  [
    { S3_ENDPOINT: 'https://s3.example.cl', S3_ACCESS_KEY_ID: 'key' },
    'An S3 store needs all of its settings, and these are missing: S3_BUCKET, S3_SECRET_ACCESS_KEY.',
  ],
  [
    { BACKUP_S3_BUCKET: 'backups', BACKUP_S3_ACCESS_KEY_ID: 'key' },
    'An S3 store needs all of its settings, and these are missing: BACKUP_S3_ENDPOINT, BACKUP_S3_SECRET_ACCESS_KEY.',
  ],
  number('S3_BUCKET', 'a/b', 'the name of a bucket: 2 to 63 letters, digits, dots, hyphens or underscores'),
  number('S3_REGION', 'eu west', 'the name of a region such as us-east-1'),
  number('S3_PREFIX', '../x', 'letters, digits, hyphens and underscores, such as north or north/one'),
  number('S3_TIMEOUT', '0', 'a whole number from 1 to 300'),
  number('RATING_REST_MINUTES', '2000', 'a whole number from 0 to 1440'),
  number('DEFAULT_LANGUAGE', 'xx', 'one of es, en, fr, pt, de'),
  number('LOG_LEVEL', 'verbose', 'fatal, error, warn, info, debug, trace or silent'),
  [{ WHATSAPP_NUMBER: 'hello' }, telephone('hello')],
  [{ WHATSAPP_NUMBER: '123' }, telephone('123')],
  [{ WHATSAPP_NUMBER: '98765432' }, telephone('98765432')],
  [{ WHATSAPP_NUMBER: '+98 7654321' }, telephone('+98 7654321')],
  [{ WHATSAPP_NUMBER: '+56 9 8765 432' }, telephone('+56 9 8765 432')],
  [{ WHATSAPP_NUMBER: 'wa.me/empresa' }, telephone('wa.me/empresa')],
  [{ MAPS_URL: 'javascript:alert(1)' }, maps('javascript:alert(1)')],
  [{ NIGHT_HOURS: '7-7' }, night('7-7')],
  [{ NIGHT_HOURS: '25-7' }, night('25-7')],
  [
    { SMTP_HOST: 'smtp://mail.example' },
    'SMTP_HOST is “smtp://mail.example”; it must be the name or address of a computer, without http:// and without a port.',
  ],
  number('SMTP_PORT', 'smtp', 'a port from 0 to 65535'),
  number('SMTP_SENDER', 'nonsense', 'a mail address such as no-reply@example.cl'),
  ...['me', 'hello', 'ftp://a.cl', 'https:a.cl'].map((value) =>
    number(
      'SECURITY_CONTACT',
      value,
      'a mail address such as security@example.cl, or an address that starts with https://',
    ),
  ),
  // Values that an operator may well write.
  number('BACKUP_HOURS', '0.5', 'a whole number from 0 to 999999'),
  number('MIN_FREE_SPACE', '999999999', 'a whole number from 0 to 999999'),
  number('RATING_REST_MINUTES', '1.5', 'a whole number from 0 to 1440'),
  ...['https://a.cl/sub', 'https://a.cl/sub/', 'https://a.cl/?a=b', 'https://a.cl#x'].map((value) =>
    number('PUBLIC_URL', value, 'an address without a path, such as https://app.example.cl'),
  ),
  [{ BRAND_NAME: 'A'.repeat(500) }, 'BRAND_NAME has 500 characters; it must have 120 at most.'],
  [{ BRAND_TAGLINE: 'A'.repeat(161) }, 'BRAND_TAGLINE has 161 characters; it must have 160 at most.'],
];

test.for(refused)('%j is refused in one sentence', async ([settings, sentence]) => {
  expect(await refusal(settings)).toBe(sentence);
});

test('an address of a site is taken as operators write it', async () => {
  for (const value of [
    'https://a.cl',
    'https://a.cl/',
    'https://A.cl',
    'https://a.cl:443',
    'http://[::1]:8000',
  ])
    expect(await refusal({ PUBLIC_URL: value }), value).toBe('accepted');
});

test('O7i a contact for vulnerabilities is a mail address or a page', async () => {
  for (const value of ['security@example.cl', 'mailto:security@example.cl', 'https://example.cl/security'])
    expect(await refusal({ SECURITY_CONTACT: value }), value).toBe('accepted');
});

test.for([
  ['912345678', '+56912345678'],
  ['9 8765 4321', '+56987654321'],
  ['+56 09 8765 4321', '+56987654321'],
  ['(56) 9-8765-4321', '+56987654321'],
  ['https://wa.me/56987654321', '+56987654321'],
  ['+98 912 345 6789', '+989123456789'],
])('WHATSAPP_NUMBER=%s is understood as %s', async ([given, understood]) => {
  const { page, securityContact } = await loadSettings(withFolder({ WHATSAPP_NUMBER: given! }));
  expect(page.whatsappNumber).toBe(understood);
  expect(securityContact).toBe(`https://wa.me/${understood!.slice(1)}`);
});

test('no refused setting leaves a data folder behind', async () => {
  for (const [settings] of refused.filter(([each]) => !('HOST' in each || 'DATABASE_URL' in each)))
    await refusal({ DATA_DIR: 'FOLDER/untouched', ...settings });
  await expect(stat(join(folder, 'untouched'))).rejects.toThrow('ENOENT');
});

test('the server prints the sentence, exits with 1 and starts no database', async () => {
  const printed = async (settings: Environment): Promise<string> => {
    const server = runProgram(process.execPath, ['server/main.ts'], withFolder(settings));
    expect(await ended(server), server.output()).toBe(1);
    return server.output().trim();
  };
  const [mistyped, unknownHost] = await Promise.all([
    printed({ PORT: '70000' }),
    printed({ PORT: String(await freePort()), DATABASE_URL: 'postgres://me@nohost.invalid/mine' }),
  ]);
  expect(mistyped).toBe('PORT is “70000”; it must be a port from 0 to 65535.');
  expect(unknownHost).toBe(
    'DATABASE_URL cannot be used: the host “nohost.invalid” is not known. Check its name.',
  );
  await expect(stat(join(dataDir, 'postgres'))).rejects.toThrow('ENOENT');
});

test('a database that cannot be used is explained in one sentence', async () => {
  const socket = inject('socketFolder');
  const port = await freePort();
  expect(await refusal({ DATABASE_URL: `postgres://me@127.0.0.1:${port}/mine` })).toBe(
    `DATABASE_URL cannot be used: nothing listens at 127.0.0.1, port ${port}. Is PostgreSQL running there?`,
  );
  expect(await refusal({ DATABASE_URL: `postgres://postgres@/nowhere?host=${socket}` })).toBe(
    `DATABASE_URL cannot be used: there is no database “nowhere” on ${socket}. Create it, or correct the name.`,
  );
  expect(await refusal({ DATABASE_URL: `postgres://stranger@/postgres?host=${socket}` })).toBe(
    `DATABASE_URL cannot be used: PostgreSQL refuses the account “stranger”: role "stranger" does not exist. Check its name and password.`,
  );
  expect(await refusal({ DATABASE_URL: 'postgres://me:a/b@host/mine' })).toBe(
    'DATABASE_URL cannot be used: it is not in the form postgres://user:password@host:5432/database. Characters such as / and @ in the password are written as %2F and %40.',
  );
});
