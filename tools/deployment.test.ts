import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { Service } from 'kubernetes-types/core/v1.js';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import bounds from '../backend/memory.json' with { type: 'json' };
import { ended, root, runProgram } from '../backend/testing/processes.ts';
import { allSettings } from '../server/settings/table.ts';
import { readObjects, readPod, readServices } from '../server/testing/installations.ts';

const variables = { DOMAIN: 'app.example.cl', POSTGRES_PASSWORD: 'pw', S3_SECRET_ACCESS_KEY: 's3' };
const secretNames = new Set(
  allSettings.flatMap((setting) => ('secret' in setting ? `${setting.name}_FILE` : [])),
);
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

test('a build of the container sees what the build needs, and no secrets or data of this machine', async () => {
  const ignored = (await read('.dockerignore')).split('\n');
  expect(ignored[0]).toBe('*');
  const allowed = ignored.flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
  for (const name of allowed) await access(join(root, name));
  expect(allowed).toEqual(expect.arrayContaining(['backend', 'tsconfig.json', 'vite.config.ts']));
});

test('what the deployment files set, the server reads', async () => {
  const known = new Set<string>(allSettings.map(({ name }) => name));
  const foreign = new Set([
    'NODE_ENV',
    'NODE_COMPILE_CACHE',
    ...Object.keys(bounds),
    'POSTGRES_PASSWORD',
    'DOMAIN',
    'BASE',
    'BUILD_BASE',
    'PREVIOUS',
  ]);
  const compose = await read('compose.yaml');
  const unit = await read('deploy/systemd/transfer.service');
  const dockerfile = await read('Dockerfile');
  const named = [
    ...[...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name),
    ...[...unit.matchAll(/\b([A-Z_]{3,})=/g)].map(([, name]) => name),
    ...[...dockerfile.matchAll(/\b([A-Z_]{3,})=/g)].map(([, name]) => name),
    ...Object.keys((await readServices(variables))['app1']?.environment ?? {}),
    ...((await readPod()).container.env ?? [])
      .map(({ name }) => name)
      .filter((name) => !secretNames.has(name)),
  ];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => name && !known.has(name) && !foreign.has(name))).toEqual([]);
});

test('a server that ends itself is started again', async () => {
  expect(await read('deploy/systemd/transfer.service')).toMatch(/^Restart=always$/m);
  expect(await read('compose.yaml')).toMatch(/^ {2}app:\n {4}build: \.\n {4}restart: unless-stopped$/m);
});

test('every way to start the server bounds its memory', async () => {
  for (const file of ['Dockerfile', 'deploy/systemd/transfer.service'])
    for (const [name, value] of Object.entries(bounds))
      expect((await read(file)).replaceAll('"', ''), file).toContain(`${name}=${value}`);
});

test('the service ends within the time that it is given', async () => {
  const unit = await read('deploy/systemd/transfer.service');
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(20);
  expect(await read('compose.yaml')).toContain('stop_grace_period: 20s');
});

/** Seconds that a server needs after its last request. */
const closingSeconds = 20;

test('replicas get the time to drain, and to close after that', async () => {
  const { app1, app2 } = await readServices(variables);
  for (const service of [app1, app2])
    expect(Number.parseInt(service?.stop_grace_period ?? '', 10)).toBeGreaterThan(
      Number(service?.environment?.['DRAIN_SECONDS']) + closingSeconds,
    );
  const { pod, container } = await readPod();
  const drain = Number(container.env?.find(({ name }) => name === 'DRAIN_SECONDS')?.value);
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drain + closingSeconds);
  const { periodSeconds = 0, failureThreshold = 0 } = container.readinessProbe ?? {};
  expect(periodSeconds * failureThreshold).toBeLessThan(drain / 2);
});

test('the proxy of the compose file knows the servers, and they trust it', async () => {
  const { app1, app2, proxy } = await readServices(variables);
  const address = (service: typeof app1) => service?.networks?.inside?.ipv4_address;
  expect(proxy?.environment).toMatchObject({ APP1: `${address(app1)}:8000`, APP2: `${address(app2)}:8000` });
  for (const service of [app1, app2]) expect(service?.environment?.['TRUSTED_PROXIES']).toBe(address(proxy));
  expect(new Set([app1, app2, proxy].map(address)).size).toBe(3);
});

/** Compiles objects as literals of the types that are made of Kubernetes' OpenAPI schema: an unknown field is an error too. */
async function checkObjects(objects: Awaited<ReturnType<typeof readObjects>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-kubernetes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const types = join(root, 'node_modules/kubernetes-types');
  const lines = objects.map(({ apiVersion, kind, ...fields }, index) => {
    const module = join(types, apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', ''));
    const literal = JSON.stringify({ apiVersion, kind, ...fields }, null, 1);
    return `export const object${index}: import(${JSON.stringify(module)}).${kind} = ${literal};`;
  });
  await writeFile(join(folder, 'objects.ts'), lines.join('\n'));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ];
  const program = runProgram(process.execPath, [compiler, ...options, 'objects.ts'], {}, folder);
  const code = await ended(program);
  return code === 0 ? '' : program.output();
}

test('the objects of the Kubernetes example meet the schema', async () => {
  const objects = await readObjects();
  expect(objects.map(({ kind }) => kind)).toEqual([
    'Deployment',
    'Service',
    'PodDisruptionBudget',
    'NetworkPolicy',
    'Service',
  ]);
  expect(await checkObjects(objects)).toBe('');
  const [, service] = objects;
  const wrong = { ...service!, spec: { ports: [{ port: '80' }], selectors: {} } };
  const errors = await checkObjects([wrong]);
  expect(errors).toContain("Type 'string' is not assignable to type 'number'");
});

test('the pods of the Kubernetes example meet the Pod Security Standard “restricted”', async () => {
  const { pod, container } = await readPod();
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  const kinds = pod.volumes?.flatMap((volume) => Object.keys(volume).filter((key) => key !== 'name'));
  expect(kinds).toEqual(['emptyDir', 'secret']);
  for (const key of ['hostNetwork', 'hostPID', 'hostIPC'] as const) expect(pod[key]).toBeUndefined();
});

test('labels lead the Service and the disruption budget to the pods', async () => {
  const [deployment, service, budget] = (await readObjects()) as readonly {
    readonly spec?: {
      readonly replicas?: number;
      readonly minAvailable?: number;
      readonly selector?: object;
      readonly template?: { readonly metadata?: { readonly labels?: object } };
    };
  }[];
  const labels = deployment?.spec?.template?.metadata?.labels;
  expect(labels).toEqual({ app: 'transfer' });
  expect(service?.spec?.selector).toEqual(labels);
  for (const object of [deployment, budget]) expect(object?.spec?.selector).toEqual({ matchLabels: labels });
  expect([deployment?.spec?.replicas, budget?.spec?.minAvailable]).toEqual([2, 1]);
});

test('N3: the pods of the Kubernetes example hear the Ingress controller alone, and believe its pods alone', async () => {
  const objects = await readObjects();
  const policy = objects.find(({ kind }) => kind === 'NetworkPolicy') as NetworkPolicy | undefined;
  const proxies = objects.at(-1) as Service | undefined;
  expect(policy?.spec?.podSelector).toEqual({ matchLabels: { app: 'transfer' } });
  expect(policy?.spec?.policyTypes).toEqual(['Ingress']);
  const [rule, ...others] = policy?.spec?.ingress ?? [];
  expect(others).toEqual([]);
  expect(rule?.from).toEqual([
    {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': proxies?.metadata?.namespace } },
      podSelector: { matchLabels: proxies?.spec?.selector },
    },
  ]);
  const { container } = await readPod();
  expect(rule?.ports).toEqual([{ protocol: 'TCP', port: container.ports?.[0]?.name }]);
  expect(proxies?.spec?.clusterIP).toBe('None');
  const trusted = container.env?.find(({ name }) => name === 'TRUSTED_PROXIES')?.value;
  expect(trusted).toBe(`${proxies?.metadata?.name}.${proxies?.metadata?.namespace}.svc`);
});

test('N3: the app of the compose file believes its proxy alone', async () => {
  const { services } = parse(await read('compose.yaml')) as {
    readonly services: Readonly<
      Record<
        'app' | 'proxy',
        { environment: Record<string, string>; networks: { inside: { ipv4_address: string } } }
      >
    >;
  };
  expect(services.app.environment['TRUSTED_PROXIES']).toBe(services.proxy.networks.inside.ipv4_address);
});
