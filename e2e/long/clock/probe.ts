import pg from 'pg';
import { startEmbeddedPostgres } from '../../../backend/db/embedded.ts';

/** Prints the time of this process, that of PostgreSQL, and the error of a statement that takes too long. */
await using postgres = await startEmbeddedPostgres(process.argv[2]!, () => {});
const client = new pg.Client(postgres.connection);
await client.connect();
const { rows } = await client.query<{ now: Date }>('select now()');
await client.query('set statement_timeout = 100');
const error = await client.query('select pg_sleep(10)').catch(({ code }: pg.DatabaseError) => code);
await client.end();
console.log(JSON.stringify([new Date(), rows[0]?.now, error]));
