import { entryFor, harmlessKeys, holdsEntries, unsupportedKeys } from './cli-keys.ts';
import { lackOf } from './external-providers.ts';
import { namedVariable } from './project-file.ts';
import { knownKeys, type ProtocolSettings } from './protocol.ts';

type Table = Readonly<Record<string, unknown>>;
type Path = readonly string[];

/** A key that the server reads, can ignore, does not support, or does not know. */
export type KeyClass = 'honoured' | 'harmless' | 'unsupported' | 'unknown';

interface ClassifiedKey {
  readonly path: Path;
  readonly class: KeyClass;
  readonly value: unknown;
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** A switch that an environment variable holds as text; any other value as it is. */
function asSwitch(value: unknown): unknown {
  const text = typeof value === 'string' ? value.toLowerCase() : undefined;
  return text === 'true' ? true : text === 'false' ? false : value;
}

/** Whether a setting asks for nothing: it is empty, false, or a table that is switched off. */
function isOff(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (!isTable(value)) return asSwitch(value) === false || value === '';
  return (
    asSwitch(value['enabled']) === false ||
    (value['enabled'] === undefined && Object.values(value).every(isOff))
  );
}

function classOf(path: Path, isKnown: boolean): KeyClass {
  if (isKnown) return 'honoured';
  if (entryFor(harmlessKeys, path) !== undefined) return 'harmless';
  return entryFor(unsupportedKeys, path) === undefined ? 'unknown' : 'unsupported';
}

/** Whether a table of the file is to be looked into, rather than classified as a whole. */
function isOpen(path: Path, value: unknown, known: unknown): value is Table {
  return isTable(value) && (isTable(known) || holdsEntries(path));
}

/** The keys of a parsed table, each with its class. */
export function classifyKeys(asked: Table, known: unknown, path: Path = []): readonly ClassifiedKey[] {
  return Object.entries(asked).flatMap(([name, value]): readonly ClassifiedKey[] => {
    const here = [...path, name];
    const isKnown = isTable(known) && Object.hasOwn(known, name);
    const same = isKnown ? known[name] : undefined;
    if (isOpen(here, value, same)) return classifyKeys(value, same, here);
    // An array where the server reads a table is as good as nothing.
    const isRead = isKnown && isTable(same) === isTable(value);
    return [{ path: here, class: classOf(here, isRead), value }];
  });
}

function isNeutral(path: Path, value: unknown): boolean {
  const neutral = entryFor(unsupportedKeys, path)?.neutral;
  return neutral === undefined ? isOff(value) : asSwitch(value) === neutral;
}

const noEffect = 'is not supported by this server and has no effect';

function sentenceFor({ path, class: found, value }: ClassifiedKey): string | undefined {
  const name = path.join('.');
  if (found === 'unknown')
    return `${name} is no key that the Supabase CLI or this server knows, and has no effect: check its name, place and type`;
  if (found !== 'unsupported' || isNeutral(path, value)) return undefined;
  const instead = entryFor(unsupportedKeys, path)?.instead;
  return `${name} ${noEffect}${instead === undefined ? '' : `: ${instead}`}`;
}

/** Names the variables that values ask for, and that are not set. Switched-off tables need none. */
function variableWarnings(asked: unknown, known: unknown, path: Path): readonly string[] {
  if (typeof asked === 'string') {
    const variable = asked === known ? namedVariable(asked) : undefined;
    return variable === undefined
      ? []
      : [`${path.join('.')} names the environment variable ${variable}, which is not set`];
  }
  if (typeof asked !== 'object' || asked === null || typeof known !== 'object' || known === null) return [];
  if ('enabled' in known && known.enabled === false) return [];
  return Object.entries(asked).flatMap(([name, value]) =>
    variableWarnings(value, (known as Table)[name], [...path, name]),
  );
}

const isSwitchedOn = (provider: unknown): boolean =>
  isTable(provider) && asSwitch(provider['enabled']) === true;

function externalWarnings(auth: Table, { external }: ProtocolSettings['auth']): string[] {
  const asked = isTable(auth['external']) ? auth['external'] : {};
  return Object.entries(external).flatMap(([name, provider]) => {
    const lack = isSwitchedOn(asked[name]) ? lackOf(name, provider) : undefined;
    return lack === undefined
      ? []
      : [`[auth.external.${name}] is enabled, but needs ${lack}: it signs nobody in`];
  });
}

function smsWarnings(auth: Table, { sms }: ProtocolSettings['auth']): string[] {
  const asked = isTable(auth['sms']) ? auth['sms'] : {};
  return (['twilio', 'whatsapp'] as const).flatMap((name) => {
    const provider = asked[name];
    return isSwitchedOn(provider) && !sms[name].enabled
      ? `[auth.sms.${name}] is enabled, but one of its settings, or the environment variable it names, is missing: it sends nothing`
      : [];
  });
}

/** `[remotes.<name>]` changes a hosted branch, not this server: only keys that nobody knows are named. */
function unknownOfRemotes(remotes: unknown): readonly ClassifiedKey[] {
  return Object.entries(isTable(remotes) ? remotes : {}).flatMap(([name, remote]) =>
    classifyKeys(isTable(remote) ? remote : {}, knownKeys(remote))
      .filter((key) => key.class === 'unknown')
      .map((key) => ({ ...key, path: ['remotes', name, ...key.path] })),
  );
}

/** Warns the operator of each key of a parsed `config.toml` that the server neither honours nor can ignore. */
export function protocolWarnings(parsed: unknown, settings: ProtocolSettings): readonly string[] {
  const { remotes, ...asked }: Table = isTable(parsed) ? parsed : {};
  const auth = isTable(asked['auth']) ? asked['auth'] : {};
  const keys = [...classifyKeys(asked, settings), ...unknownOfRemotes(remotes)];
  return [
    ...keys.map(sentenceFor).filter((sentence) => sentence !== undefined),
    ...variableWarnings(asked, settings, []),
    ...externalWarnings(auth, settings.auth),
    ...smsWarnings(auth, settings.auth),
  ];
}
