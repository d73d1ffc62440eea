import * as v from 'valibot';
import { authSettings } from './auth-settings.ts';
import { exposeNewTables, seedSettings } from './database-settings.ts';
import { checkedBy, duration } from './protocol-types.ts';

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

/** How long a signed URL lasts at most; in milliseconds. Without it, as long as its creator asks. Our own key. */
const signedUrlMaxExpiry = v.optional(
  v.pipe(
    duration,
    v.check((milliseconds) => milliseconds >= 1000, 'is shorter than a second'),
  ),
);

/** The CLI's keys, then our own four. */
const bucket = v.object({
  public: v.optional(v.boolean(), false),
  file_size_limit: v.optional(size),
  allowed_mime_types: v.optional(v.array(v.string())),
  /** Pixels on the longest side of a stored picture, where pictures are re-encoded. */
  image_max_side: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4096))),
  signed_url_max_expiry: signedUrlMaxExpiry,
  /** A signed URL has the rights of its creator when it is used, and ends with their session. */
  signed_url_follows_creator: v.optional(v.boolean()),
  /** Takes pictures, which are re-encoded, and PDFs alone, by their bytes; serves all but re-encoded pictures as downloads. */
  verify_content: v.optional(v.boolean(), false),
});

/**
 * The keys of `supabase/config.toml` that our server honours, with the Supabase CLI's defaults.
 * Keys it does not know are left alone: the file also serves the CLI.
 */
export const protocolSchema = v.object({
  api: v.optional(
    v.object({
      schemas: v.optional(v.array(v.string()), ['public']),
      extra_search_path: v.optional(v.array(v.string()), ['public', 'extensions']),
      max_rows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1000),
      /** PostgREST's own key, which the CLI lacks: requests may ask for execution plans. */
      db_plan_enabled: v.optional(v.boolean(), false),
      auto_expose_new_tables: exposeNewTables,
    }),
    {},
  ),
  db: v.optional(v.object({ seed: v.optional(seedSettings, {}) }), {}),
  auth: v.optional(authSettings, {}),
  storage: v.optional(
    v.object({
      file_size_limit: v.optional(size, '50MiB'),
      /** The two rules of signed URLs for private buckets without their own, also for those that are not named in the file. */
      signed_url_max_expiry: signedUrlMaxExpiry,
      signed_url_follows_creator: v.optional(v.boolean(), false),
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
        /** A function that is switched off is not served. */
        enabled: v.optional(v.boolean(), true),
        verify_jwt: v.optional(v.boolean(), true),
        /** Paths of the import map and of the module, from the folder of `config.toml`; empty as not given. */
        import_map: v.optional(v.string(), ''),
        entrypoint: v.optional(v.string(), ''),
        /** Variables that this function alone reads. */
        env: v.optional(v.record(v.string(), v.string()), {}),
      }),
    ),
    {},
  ),
  edge_runtime: v.optional(
    v.object({
      enabled: v.optional(v.boolean(), true),
      /** Variables that every function reads, under their names in capitals. */
      secrets: v.optional(v.record(v.string(), v.string()), {}),
    }),
    {},
  ),
});

export type ProtocolSettings = v.InferOutput<typeof protocolSchema>;

/** The protocol settings of a parsed `config.toml`. @throws Error whose message names the key and what it must be */
export function protocolSettings(parsed: unknown): ProtocolSettings {
  return checkedBy(protocolSchema, parsed);
}

/** A table with the keys that the server honours, whatever their values are. */
export function knownKeys(parsed: unknown): unknown {
  return v.safeParse(protocolSchema, parsed).output;
}
