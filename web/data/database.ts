import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '../../shared/database.types.ts';
import { fetchAsUser } from './client.ts';
import { getEnvironment } from './environment.ts';

export type Client = PostgrestClient<Database>;

let database: Client | undefined;

/** `rest/v1` through a `fetch` of its own. Without retries: react-query retries. */
export function databaseBy(send: typeof fetch): Client {
  return new PostgrestClient<Database>(`${getEnvironment().backendUrl}/rest/v1`, {
    fetch: send,
    retry: false,
  });
}

/** `rest/v1`, called as the signed-in user. Not part of the first load, which makes its few requests by `callBackend`. */
export function getDatabase(): Client {
  database ??= databaseBy(fetchAsUser());
  return database;
}
