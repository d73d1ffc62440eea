import { actingFor } from '../_shared/acts.ts';
import { requirePerson, roleOf } from '../_shared/authorize.ts';
import type { Backend } from '../_shared/backend.ts';
import { httpError } from '../_shared/errors.ts';
import { pathBehind, readObject, reply, respond } from '../_shared/http.ts';
import { passwordOf } from '../_shared/passwords.ts';
import { forgetPerson } from '../_shared/people.ts';

async function route(request: Request, backend: Backend): Promise<Response> {
  if (pathBehind('my-data', new URL(request.url)).length > 0) throw httpError('not_found');
  if (request.method !== 'DELETE') throw httpError('method_not_allowed');
  const person = await requirePerson(request, backend);
  if (roleOf(person) !== 'driver') throw httpError('self_delete');
  const password = passwordOf((await readObject(request))['password']);
  if (!(await backend.knowsPassword(person, password))) throw httpError('current_password_invalid');
  await forgetPerson(actingFor(backend, person.id), person.id);
  return reply(204);
}

/**
 * A person's rights to their own data. DELETE `{password}` deletes all data about the signed-in person. The password
 * proves that it is them: the device may be in other hands. Reading needs no function: see `personal_data` of the
 * database. Only another administrator deletes an administrator, so that one is left, and only an administrator deletes
 * an account of the office, which may delete nothing.
 */
export function handle(request: Request, backend: Backend): Promise<Response> {
  return respond('my-data', request, () => route(request, backend));
}
