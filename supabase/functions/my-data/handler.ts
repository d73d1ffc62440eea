import { actingFor } from '../_shared/acts.ts';
import { isAdministrator, requirePerson } from '../_shared/authorize.ts';
import type { Backend } from '../_shared/backend.ts';
import { refuse } from '../_shared/errors.ts';
import { answer, pathBehind, readObject, reply } from '../_shared/http.ts';
import { forgetPerson } from '../_shared/people.ts';

const maxPasswordLength = 1000;

async function route(request: Request, backend: Backend): Promise<Response> {
  if (pathBehind('my-data', new URL(request.url)).length > 0) throw refuse('not_found');
  if (request.method !== 'DELETE') throw refuse('method_not_allowed');
  const person = await requirePerson(request, backend);
  if (isAdministrator(person)) throw refuse('self_delete');
  const { password } = await readObject(request);
  if (typeof password !== 'string' || password === '' || password.length > maxPasswordLength)
    throw refuse('validation_failed', '“password” is not valid.');
  if (!(await backend.knowsPassword(person, password))) throw refuse('current_password_invalid');
  await forgetPerson(actingFor(backend, person.id), person.id);
  return reply(204);
}

/**
 * What a person may demand of their own data. DELETE `{password}` deletes everything that is held about whoever is
 * signed in, who proves with the password that it is them: the device may be in other hands. Reading needs no function:
 * see `personal_data` of the database. Administrators are deleted by another administrator, so that one is left.
 */
export function handle(request: Request, backend: Backend): Promise<Response> {
  return answer('my-data', request, () => route(request, backend));
}
