import type { ProductApp } from './app.ts';
import { newEmail, sendAsAdmin, signUp } from '../../backend/testing/auth.ts';

/** Everybody who asks: `bruno` is a driver whose account was blocked after he had signed in, `service` the secret key. */
export const actors = ['anon', 'diego', 'elena', 'nora', 'carla', 'bruno', 'service'] as const;
export type Actor = (typeof actors)[number];

export interface Actors {
  request(actor: Actor, path: string, init?: RequestInit): Promise<Response>;
  /** Who `{self}` is; for those without an account: nora. */
  userId(actor: Actor): string;
}

/** Adds bruno to the people of the server, and blocks him as an administrator does. */
export async function createActors(server: ProductApp): Promise<Actors> {
  const { access_token: token, user } = await signUp(server, newEmail());
  await sendAsAdmin(server, `/admin/users/${user.id}`, { method: 'PUT', body: { ban_duration: '24h' } });
  return {
    async request(actor, path, init) {
      if (actor === 'anon') return server.request(path, init);
      if (actor === 'service') return server.service(path, init);
      if (actor !== 'bruno') return server.as(actor).request(path, init);
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${token}`);
      return server.request(path, { ...init, headers });
    },
    userId(actor) {
      if (actor === 'bruno') return user.id;
      return server.as(actor === 'anon' || actor === 'service' ? 'nora' : actor).userId;
    },
  };
}
