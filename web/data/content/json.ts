import type { Content } from '../../../shared/content/content.ts';
import type { PublishedPolicy } from '../../../shared/content/policy.ts';
import type { Json } from '../../../shared/database.types.ts';

/** The content, or the part of it that a query selects. The database has checked it. */
export function contentOf<Part extends Content | PublishedPolicy>(json: Json | object): Part {
  return json as unknown as Part;
}

/** The content as the database takes it. */
export function jsonOf(content: Content): Json {
  return content as unknown as Json;
}
