import { withDatabase } from './database.ts';

/**
 * The token of a rating link, signed by the backend.
 * @param seconds how long it is valid; negative for one that has expired
 */
export async function ratingToken(driverId: string, seconds: number): Promise<string> {
  const { rows } = await withDatabase((client) =>
    client.query<{ token: string }>(
      `select translate(rtrim(encode(payload || private.rating_link_signature(payload), 'base64'), '='), E'+/\\n', '-_')
         as token
       from (select uuid_send($1) || int8send(extract(epoch from now())::bigint + $2)
         || uuid_send(gen_random_uuid()) as payload) as made`,
      [driverId, seconds],
    ),
  );
  return rows[0]!.token;
}
