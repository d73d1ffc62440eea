import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '../../shared/database.types.ts';
import { fetchAsUser } from './client.ts';
import { getEnvironment } from './environment.ts';

export type Client = PostgrestClient<Database>;

let database: Client | undefined;

/**
 * `rest/v1`, called as the signed-in user. Without retries of its own: react-query retries. Not part of the first load,
 * which makes its few requests by `callBackend`.
 */
export function getDatabase(): Client {
  database ??= new PostgrestClient<Database>(`${getEnvironment().backendUrl}/rest/v1`, {
    fetch: fetchAsUser(),
    retry: false,
  });
  return database;
}
