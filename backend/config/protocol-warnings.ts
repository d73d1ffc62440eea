import type { ProtocolSettings } from './protocol.ts';

type Table = Readonly<Record<string, unknown>>;

/** The sections that the server reads; the others are for the CLI alone. */
const sections = ['api', 'auth', 'storage', 'functions'] as const;

/** Keys that only the CLI and hosted projects use: addresses, paths, and mail templates, which this server has itself. */
const ofTheCli =
  /^(api\.(enabled|port|tls|external_url|auto_expose_new_tables)|auth\.(enabled|email\.template)|storage\.enabled|storage\.buckets\.[^.]+\.objects_path|functions\.[^.]+\.(enabled|import_map|entrypoint|static_files))$/;

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Whether a setting asks for nothing: it is empty, false, or a table that is switched off. */
function isOff(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (!isTable(value)) return value === false || value === '';
  return value['enabled'] === false || (value['enabled'] === undefined && Object.values(value).every(isOff));
}

/** The paths of keys that the file sets and the server does not know. */
function unsupported(asked: Table, known: Table, path: string): string[] {
  return Object.entries(asked).flatMap(([name, value]) => {
    const here = `${path}.${name}`;
    if (ofTheCli.test(here) || isOff(value)) return [];
    const same = known[name];
    if (!Object.hasOwn(known, name)) return [here];
    return isTable(value) && isTable(same) ? unsupported(value, same, here) : [];
  });
}

function smsWarnings(auth: Table, { sms }: ProtocolSettings['auth']): string[] {
  const asked = isTable(auth['sms']) ? auth['sms'] : {};
  return (['twilio', 'whatsapp'] as const).flatMap((name) => {
    const provider = asked[name];
    const isLost = isTable(provider) && provider['enabled'] === true && !sms[name].enabled;
    return isLost
      ? `[auth.sms.${name}] is enabled, but one of its settings, or the environment variable it names, is missing: it sends nothing`
      : [];
  });
}

/** Warns the operator of each key of a parsed `config.toml` that the server does not support. */
export function protocolWarnings(parsed: unknown, settings: ProtocolSettings): readonly string[] {
  const file: Table = isTable(parsed) ? parsed : {};
  const asked = Object.fromEntries(sections.map((name) => [name, isTable(file[name]) ? file[name] : {}]));
  return [
    ...sections
      .flatMap((name) => unsupported(asked[name] ?? {}, settings[name], name))
      .map((path) => `${path} is not supported by this server and has no effect`),
    ...smsWarnings(asked['auth'] ?? {}, settings.auth),
  ];
}
