import { withDatabase } from './database.ts';

/** A link of the backend's own making that has run out. */
export async function expiredRatingToken(driverId: string): Promise<string> {
  const { rows } = await withDatabase((client) =>
    client.query<{ token: string }>(
      `select translate(rtrim(encode(payload || private.rating_link_signature(payload), 'base64'), '='), E'+/\\n', '-_')
         as token
       from (select uuid_send($1) || int8send(extract(epoch from now())::bigint - 1)
         || uuid_send(gen_random_uuid()) as payload) as made`,
      [driverId],
    ),
  );
  return rows[0]!.token;
}
