import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { mark, type Account, type DriverAccount } from './people.ts';
import { dataFolder } from './settings.ts';

/** Works on the database of the journeys' server: for what no journey can wait for. */
export async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  // The fifth line names the folder of the socket.
  const lines = (await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({ host: lines[4], user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The account's sessions began three days ago. */
export async function ageSessions({ email }: Pick<Account, 'email'>): Promise<void> {
  await withDatabase((client) =>
    client.query(
      `update auth.sessions s set created_at = now() - interval '3 days'
       from auth.users u where u.id = s.user_id and u.email = $1`,
      [email],
    ),
  );
}

/**
 * A vehicle of these drivers only, whom this makes active as an administrator does. In one transaction: a vehicle without
 * drivers is for everybody, and for as long as it had none the drivers of other journeys would be asked whether they take it.
 * @returns its plate as stored
 */
export async function createVehicle(...drivers: readonly DriverAccount[]): Promise<string> {
  const plate = mark();
  await withDatabase((client) =>
    client.query(
      `with car as (
         insert into vehicles (license_plate, brand_model) values ($1, 'Kia Cerato') returning id
       ), active as (
         update drivers set approved = true where id = any ($2::uuid[])
       ) insert into vehicle_drivers (vehicle_id, driver_id)
         select car.id, driver from car, unnest($2::uuid[]) as driver`,
      [plate, drivers.map(({ driverId }) => driverId)],
    ),
  );
  return plate;
}
