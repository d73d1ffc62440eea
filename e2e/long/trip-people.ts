import { request } from 'node:http';
import { expect } from 'vitest';
import { readKey } from './driver.ts';
import type { Installation } from './installation.ts';

export type Who = 'office' | 'driver' | 'nobody';

/** A function of the database, and who calls it. */
export interface TripCall {
  readonly who: Who;
  readonly name: string;
}

const password = 'cordillera nevada 7';

/** Registers an administrator and a driver, and gives the calls of the people around a trip. */
export async function createPeople(installation: Installation) {
  const { address } = installation;
  const key = await readKey(installation);
  const headersOf = (token?: string) => ({
    apikey: key,
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  });
  const post = (path: string, body: object, token?: string) =>
    fetch(address + path, { method: 'POST', headers: headersOf(token), body: JSON.stringify(body) });
  const signIn = async (email: string) => {
    const response = await post('/auth/v1/token?grant_type=password', { email, password });
    const text = await response.text();
    expect([email, response.status, text]).toEqual([email, 200, expect.stringContaining('access_token')]);
    return (JSON.parse(text) as { access_token: string }).access_token;
  };
  const register = async (email: string, sql: string) => {
    expect((await post('/auth/v1/signup', { email, password })).status).toBe(200);
    await installation.query(
      sql.replaceAll('{account}', `(select id from auth.users where email = '${email}')`),
    );
    return signIn(email);
  };
  // A promotion takes the password.
  const office = await register(
    'office@example.com',
    `create temporary table kept as select id, encrypted_password from auth.users where id = {account};
     update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "admin"}' where id = {account};
     update auth.users u set encrypted_password = k.encrypted_password from kept k where k.id = u.id`,
  );
  const driver = await register(
    'driver@example.com',
    `with made as (
       insert into public.drivers (name, license_plate, driver_code, created_by, approved)
       values ('Diego Fuentes', 'BBCD12', 'C-1', {account}, true) returning id)
     insert into public.user_drivers select {account}, id from made`,
  );
  await installation.query(`update public.drivers set approved_at = now()`);
  const tokens: Readonly<Record<Who, string | undefined>> = { office, driver, nobody: undefined };
  return {
    /** Sends a call and does not wait for its answer. @returns what ends its connection */
    begin({ who, name }: TripCall, body: object): () => void {
      const options = { method: 'POST', headers: headersOf(tokens[who]) };
      const begun = request(`${address}/rest/v1/rpc/${name}`, options, (response) => response.resume());
      begun.on('error', () => undefined);
      begun.end(JSON.stringify(body));
      return () => void begun.destroy();
    },
    send: ({ who, name }: TripCall, body: object) => post(`/rest/v1/rpc/${name}`, body, tokens[who]),
  };
}
