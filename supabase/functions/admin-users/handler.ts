import { actingFor } from '../_shared/acts.ts';
import { requireAdministrator } from '../_shared/authorize.ts';
import type { Backend } from '../_shared/backend.ts';
import { httpError } from '../_shared/errors.ts';
import { respond, pathBehind, reply } from '../_shared/http.ts';
import { listAudit } from './audit.ts';
import { readAccount, readPage, uuidOf } from './input.ts';
import { createUser, deleteUser, listUsers, updateUser } from './users.ts';

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Changes take turns, and each checks in its turn that its sender is still an administrator: of two who demote each other
 * at the same moment, the second fails. Two servers, or two workers of a hosted project, do not wait for each other; there
 * the database keeps the last administrator.
 */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(work, work);
  lastTurn = turn.catch(() => {});
  return turn;
}

async function collection(request: Request, backend: Backend, query: URLSearchParams): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'POST') throw httpError('method_not_allowed');
  const { id } = await requireAdministrator(request, backend);
  return request.method === 'GET'
    ? reply(200, await listUsers(backend, readPage(query)))
    : reply(201, await createUser(actingFor(backend, id), await readAccount(request)));
}

async function single(request: Request, backend: Backend, name: string, url: URL): Promise<Response> {
  const { method } = request;
  if (method !== 'PATCH' && method !== 'DELETE') throw httpError('method_not_allowed');
  // Checked twice: here, so that strangers neither wait for a turn nor have their body read, and in the turn.
  await requireAdministrator(request, backend);
  const id = uuidOf(name, 'id');
  const input = method === 'PATCH' ? await readAccount(request) : {};
  return inTurn(async () => {
    const administrator = await requireAdministrator(request, backend);
    const acting = actingFor(backend, administrator.id);
    if (method === 'PATCH') return reply(200, await updateUser(acting, administrator, id, input));
    await deleteUser(acting, administrator, id, url.searchParams.get('everything') === 'true');
    return reply(204);
  });
}

async function audit(request: Request, backend: Backend, query: URLSearchParams): Promise<Response> {
  if (request.method !== 'GET') throw httpError('method_not_allowed');
  await requireAdministrator(request, backend);
  return reply(200, await listAudit(backend, query));
}

async function route(request: Request, backend: Backend): Promise<Response> {
  const url = new URL(request.url);
  const [id, ...rest] = pathBehind('admin-users', url);
  if (rest.length > 0) throw httpError('not_found');
  if (id === undefined) return collection(request, backend, url.searchParams);
  return id === 'audit' ? audit(request, backend, url.searchParams) : single(request, backend, id, url);
}

/**
 * The accounts, for the administration panel: GET lists (`page`, `per_page`, `search`, `role`), POST creates, PATCH and
 * DELETE `/:id` change and delete one (`?everything=true`: with all data about the person), GET `/audit` lists the audit
 * log. The body of an error is `{code, message}`.
 */
export function handle(request: Request, backend: Backend): Promise<Response> {
  return respond('admin-users', request, () => route(request, backend));
}
