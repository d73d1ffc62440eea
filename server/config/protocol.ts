import * as v from 'valibot';

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
});

/**
 * The keys of `supabase/config.toml` that our server honours, with the Supabase CLI's defaults.
 * Keys it does not know are left alone: the file also serves the CLI.
 */
const schema = v.object({
  api: v.optional(
    v.object({
      schemas: v.optional(v.array(v.string()), ['public']),
      extra_search_path: v.optional(v.array(v.string()), ['public']),
      max_rows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1000),
    }),
    {},
  ),
  auth: v.optional(
    v.object({
      enable_signup: v.optional(v.boolean(), true),
      jwt_expiry: v.optional(v.pipe(v.number(), v.integer(), v.minValue(30), v.maxValue(604_800)), 3600),
      jwt_issuer: v.optional(v.string()),
      enable_refresh_token_rotation: v.optional(v.boolean(), true),
      refresh_token_reuse_interval: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 10),
      minimum_password_length: v.optional(v.pipe(v.number(), v.integer(), v.minValue(6)), 6),
      password_requirements: v.optional(v.string(), ''),
      email: v.optional(
        v.object({
          enable_signup: v.optional(v.boolean(), true),
          enable_confirmations: v.optional(v.boolean(), false),
        }),
        {},
      ),
    }),
    {},
  ),
  storage: v.optional(
    v.object({
      file_size_limit: v.optional(size, '50MiB'),
      buckets: v.optional(v.record(v.string(), bucket), {}),
    }),
    {},
  ),
  functions: v.optional(v.record(v.string(), v.object({ verify_jwt: v.optional(v.boolean(), true) })), {}),
});

export type ProtocolSettings = v.InferOutput<typeof schema>;

/**
 * The protocol settings of a parsed `config.toml`.
 * @throws ValiError whose message names the key and what it must be.
 */
export function protocolSettings(parsed: unknown): ProtocolSettings {
  return v.parse(schema, parsed);
}
