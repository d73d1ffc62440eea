import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPod, readServices } from './testing/installations.ts';
import { createGround, serveTogether, type Ground, type Values } from './testing/ready-made.ts';

/** Two servers with the environment that a file of `deploy/` gives them; addresses are those of this machine. */
let ground: Ground;
beforeAll(async () => {
  ground = await createGround();
});
afterAll(() => ground[Symbol.asyncDispose]());

const key = (): string => ground.keys['SUPABASE_PUBLISHABLE_KEY'] ?? '';

test('the two servers of the compose file serve each other’s sessions, rows and photos', async () => {
  const { keys, postgres, s3 } = ground;
  const file = { ...keys, DOMAIN: 'app.example.cl', POSTGRES_PASSWORD: 'pw', S3_SECRET_ACCESS_KEY: 's3' };
  const { app1, app2 } = await readServices(file);
  const here = { DATABASE_URL: postgres.url, ...s3.environment };
  await using first = await ground.start({ ...file, ...app1?.environment, ...here });
  await using second = await ground.start({ ...file, ...app2?.environment, ...here });
  await serveTogether(key(), first.url, [second.url]);
}, 60_000);

test('the pods of the Kubernetes example do, too, with secrets in files, and respond to their probes', async () => {
  const { keys, postgres, s3 } = ground;
  const secrets = join(ground.folder, 'secrets');
  const { S3_ENDPOINT, S3_BUCKET, S3_PREFIX, ...store } = s3.environment as Record<string, string>;
  const secret: Values = { ...keys, ...store, DATABASE_URL: postgres.url };
  await mkdir(secrets);
  for (const [name, value] of Object.entries(secret)) await writeFile(join(secrets, name), value);
  const { container } = await readPod();
  const mount = container.volumeMounts?.find(({ name }) => name === 'secrets')?.mountPath ?? '';
  const environment = Object.fromEntries(
    (container.env ?? []).map(({ name, value, valueFrom }) => [
      name,
      valueFrom ? (secret[valueFrom.secretKeyRef?.key ?? ''] ?? '') : (value ?? '').replace(mount, secrets),
    ]),
  );
  const here = { S3_ENDPOINT: S3_ENDPOINT ?? '', S3_BUCKET: S3_BUCKET ?? '', S3_PREFIX: S3_PREFIX ?? '' };
  await using first = await ground.start({ ...environment, ...here });
  await using second = await ground.start({ ...environment, ...here });
  await serveTogether(key(), first.url, [second.url]);
  const { startupProbe, livenessProbe, readinessProbe } = container;
  for (const probe of [startupProbe, livenessProbe, readinessProbe])
    expect((await fetch(first.url + probe?.httpGet?.path)).status).toBe(200);
}, 60_000);
