import * as v from 'valibot';
import { authSettings } from './auth-settings.ts';

/** A size as the Supabase CLI writes it: bytes, or text with a unit (“5MiB”). In bytes. */
const size = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((value) => {
    const match = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB|KiB|MiB|GiB)?$/i.exec(String(value).trim());
    if (!match) throw new Error(`“${value}” is not a size such as 5MiB`);
    const unit = (match[2] ?? 'B').toUpperCase();
    const base = unit.includes('I') ? 1024 : 1000;
    const power = { B: 0, K: 1, M: 2, G: 3 }[unit[0] ?? 'B'] ?? 0;
    return Math.floor(Number(match[1]) * base ** power);
  }),
);

const bucket = v.object({
  public: v.optional(v.boolean(), false),
  file_size_limit: v.optional(size),
  allowed_mime_types: v.optional(v.array(v.string())),
  /** Our own key: pixels on the longest side of a stored picture, in a bucket for images alone. */
  image_max_side: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4096))),
});

/**
 * The keys of `supabase/config.toml` that our server honours, with the Supabase CLI's defaults.
 * Keys it does not know are left alone: the file also serves the CLI.
 */
const schema = v.object({
  api: v.optional(
    v.object({
      schemas: v.optional(v.array(v.string()), ['public']),
      extra_search_path: v.optional(v.array(v.string()), ['public', 'extensions']),
      max_rows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1000),
      /** PostgREST's own key, which the CLI lacks: requests may ask for execution plans. */
      db_plan_enabled: v.optional(v.boolean(), false),
    }),
    {},
  ),
  auth: v.optional(authSettings, {}),
  storage: v.optional(
    v.object({
      file_size_limit: v.optional(size, '50MiB'),
      buckets: v.optional(v.record(v.string(), bucket), {}),
      /** On, where the CLI's default is off: it needs no other server here. */
      image_transformation: v.optional(v.object({ enabled: v.optional(v.boolean(), true) }), {}),
    }),
    {},
  ),
  functions: v.optional(
    v.record(
      v.string(),
      v.object({
        verify_jwt: v.optional(v.boolean(), true),
        /** Path of an import map, from the folder of `config.toml`. */
        import_map: v.optional(v.string()),
      }),
    ),
    {},
  ),
});

export type ProtocolSettings = v.InferOutput<typeof schema>;

/** The protocol settings of a parsed `config.toml`. @throws ValiError whose message names the key and what it must be */
export function protocolSettings(parsed: unknown): ProtocolSettings {
  return v.parse(schema, parsed);
}
