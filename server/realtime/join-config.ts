import * as v from 'valibot';

const flag = v.optional(v.nullable(v.boolean()), false);
const text = v.pipe(v.string(), v.maxLength(2000));

/** Given back in the answer as it came: the client compares. */
const changes = v.looseObject({
  event: v.nullish(v.picklist(['*', 'INSERT', 'UPDATE', 'DELETE'])),
  schema: v.nullish(text),
  table: v.nullish(text),
  filter: v.nullish(text),
  select: v.nullish(v.array(text)),
});

const config = v.object({
  broadcast: v.nullish(v.object({ ack: flag, self: flag }), { ack: false, self: false }),
  presence: v.nullish(v.object({ key: v.nullish(v.pipe(v.string(), v.maxLength(255)), ''), enabled: flag }), {
    key: '',
    enabled: false,
  }),
  postgres_changes: v.nullish(v.array(changes), []),
  private: flag,
  postgres_changes_options: v.nullish(v.object({ wait: flag }), { wait: false }),
});

const joinPayload = v.object({
  config: v.nullish(config, v.parse(config, {})),
  access_token: v.nullish(v.string()),
});

/** What a client asks for with `phx_join`, as realtime-js sends it. */
export type JoinPayload = v.InferOutput<typeof joinPayload>;
export type ChangesRequest = v.InferOutput<typeof changes>;

/** Undefined when the payload is not of that shape. */
export function readJoinPayload(payload: unknown): JoinPayload | undefined {
  const result = v.safeParse(joinPayload, payload);
  return result.success ? result.output : undefined;
}
