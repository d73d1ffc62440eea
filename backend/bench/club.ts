import { join, resolve } from 'node:path';
import { createPerson, type Member, type People, type Person } from './machine/person.ts';
import type { Target } from './machine/process.ts';
import { startServer, type BenchServer } from './machine/server.ts';

const root = resolve(import.meta.dirname, '..');
/** The project under measurement: the walking club of the tests. */
export const clubFolder = join(root, 'testing/project');
/** Where the walkers' requests go. */
type Address = Pick<Target, 'port' | 'publishableKey'>;

const walkers: People = { noun: 'walker', badge: 'badge', bucket: 'pictures' };

/** Starts the backend on the club's folder as an operator starts it. @param environment settings besides those of a bench */
export function startClub(
  port: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const command = (copy: string) => [join(root, 'cli.ts'), 'serve', '--project', copy];
  return startServer(port, clubFolder, command, environment);
}

export async function createWalkers(target: Address, count: number): Promise<readonly Person[]> {
  const created: Person[] = [];
  for (let index = 0; index < count; index += 1) created.push(await createPerson(target, walkers, index));
  return created;
}

/** The requests of the walker that the measurements send. @param network of the walker, of which a proxy on this machine tells */
export function requestsOf(target: Address, person: Person, network = '127.0.0.1') {
  const { recordId, email, password, photoPath } = person;
  const from = { 'x-forwarded-for': network };
  const headers = { ...person.headers, ...from };
  const json = { 'content-type': 'application/json' };
  const opinion = { walker_id: recordId, rating: 5, user_name: 'Anonymous', comment: 'No comment' };
  return {
    read: { method: 'GET', path: `/rest/v1/walkers?select=*&id=eq.${recordId}`, headers },
    insert: {
      method: 'POST',
      path: '/rest/v1/opinions',
      headers: { ...headers, ...json },
      body: JSON.stringify(opinion),
    },
    signIn: {
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      headers: { apikey: target.publishableKey, ...from, ...json },
      body: JSON.stringify({ email, password }),
    },
    photo: { method: 'GET', path: `/storage/v1/object/public/pictures/${photoPath}`, headers: from },
  } satisfies Member;
}
