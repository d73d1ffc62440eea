import * as v from 'valibot';
import { maxCredentialCharacters } from './credential.ts';

const flag = v.nullish(v.boolean(), false);
/** The filter parser has a lower limit, with a message for the client. */
const text = v.pipe(v.string(), v.maxLength(4000));
const name = v.pipe(v.string(), v.maxLength(255));
const [maxChanges, maxSelected] = [200, 100];

/** Loose, because the reply repeats it: the client compares the two. */
const changes = v.looseObject({
  event: v.nullish(v.picklist(['*', 'INSERT', 'UPDATE', 'DELETE'])),
  schema: v.nullish(name),
  table: v.nullish(name),
  filter: v.nullish(text),
  select: v.nullish(v.pipe(v.array(name), v.maxLength(maxSelected))),
});

const config = v.object({
  /** Whether to acknowledge the client's broadcasts, and whether it also receives them. */
  broadcast: v.nullish(v.object({ ack: flag, self: flag }), {}),
  presence: v.nullish(v.object({ key: v.nullish(name, ''), enabled: flag }), {}),
  postgres_changes: v.nullish(v.pipe(v.array(changes), v.maxLength(maxChanges)), []),
  private: flag,
  postgres_changes_options: v.nullish(v.object({ wait: flag }), {}),
});

const joinPayload = v.object({
  config: v.nullish(config, {}),
  access_token: v.nullish(v.pipe(v.string(), v.maxLength(maxCredentialCharacters))),
});

/** The payload of `phx_join`, as realtime-js sends it. */
export type JoinPayload = v.InferOutput<typeof joinPayload>;
export type ChangesRequest = v.InferOutput<typeof changes>;

/** Returns undefined for an invalid payload. */
export function readJoinPayload(payload: unknown): JoinPayload | undefined {
  const result = v.safeParse(joinPayload, payload);
  return result.success ? result.output : undefined;
}
