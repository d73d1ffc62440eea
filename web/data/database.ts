import { PostgrestClient } from '@supabase/postgrest-js';
import type { Content } from '../../shared/content/content.ts';
import type { PublishedPolicy } from '../../shared/content/policy.ts';
import type { Database, Json } from '../../shared/database.types.ts';
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

/** The content, or the part of it that a query selects. The database has checked it. */
export function contentOf<Part extends Content | PublishedPolicy>(json: Json | object): Part {
  return json as unknown as Part;
}

/** The content as the database takes it. */
export function jsonOf(content: Content): Json {
  return content as unknown as Json;
}
