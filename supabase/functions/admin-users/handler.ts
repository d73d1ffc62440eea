import { requireAdministrator } from './authorize.ts';
import type { Backend } from './backend.ts';
import { refuse, Refusal } from './errors.ts';
import { readAccount, readPage, uuidOf } from './input.ts';
import { createUser, deleteUser, listUsers, updateUser } from './users.ts';

/** A hosted project leaves it to the function to say who may read its answers. A token is needed, never a cookie. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, apikey, content-type, x-client-info',
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE, OPTIONS',
};

function reply(status: number, body?: unknown): Response {
  const headers = { ...crossOrigin, 'Cache-Control': 'no-store' };
  return body === undefined
    ? new Response(null, { status, headers })
    : Response.json(body, { status, headers });
}

/** The rest of the path behind the function's name. */
function pathOf(url: URL): readonly string[] {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  return segments.slice(segments.indexOf('admin-users') + 1);
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Changes take turns, and each checks in its turn that its sender is an administrator still: of two who demote each
 * other at the same moment the second is refused. (Hosted, that holds within one worker.)
 */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(work, work);
  lastTurn = turn.catch(() => {});
  return turn;
}

async function collection(request: Request, backend: Backend, query: URLSearchParams): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'POST') throw refuse('method_not_allowed');
  await requireAdministrator(request, backend);
  return request.method === 'GET'
    ? reply(200, await listUsers(backend, readPage(query)))
    : reply(201, await createUser(backend, await readAccount(request)));
}

async function single(request: Request, backend: Backend, name: string): Promise<Response> {
  const { method } = request;
  if (method !== 'PATCH' && method !== 'DELETE') throw refuse('method_not_allowed');
  // Asked twice: here, so that strangers neither wait in line nor have their body read, and in turn.
  await requireAdministrator(request, backend);
  const id = uuidOf(name, 'id');
  const input = method === 'PATCH' ? await readAccount(request) : {};
  return inTurn(async () => {
    const administrator = await requireAdministrator(request, backend);
    if (method === 'PATCH') return reply(200, await updateUser(backend, administrator, id, input));
    await deleteUser(backend, administrator, id);
    return reply(204);
  });
}

async function route(request: Request, backend: Backend): Promise<Response> {
  const url = new URL(request.url);
  const [id, ...rest] = pathOf(url);
  if (rest.length > 0) throw refuse('not_found');
  return id === undefined ? collection(request, backend, url.searchParams) : single(request, backend, id);
}

/**
 * The accounts, for the administration panel: GET lists (`page`, `per_page`, `search`), POST creates, PATCH and
 * DELETE `/:id` change and remove one. Refusals are `{code, message}`.
 */
export async function handle(request: Request, backend: Backend): Promise<Response> {
  if (request.method === 'OPTIONS') return reply(204);
  try {
    return await route(request, backend);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refuse('unavailable');
    if (refusal !== error) console.error('admin-users:', error);
    return reply(refusal.status, { code: refusal.code, message: refusal.message });
  }
}
