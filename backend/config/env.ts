import { readFileSync } from 'node:fs';
import { ConfigError } from './parsers.ts';

/**
 * One setting, which an environment variable gives. The table of settings is the only place that holds these facts: the
 * configuration, its documentation and what derives from both read them there.
 */
export interface Setting<Value = unknown> {
  readonly name: string;
  /** As an operator would write it. Without a default, the value is undefined when the variable is not set. */
  readonly default?: string;
  /** Stands in the documentation for a default that the start works out. */
  readonly shownDefault?: string;
  /** @throws ConfigError */
  readonly parse: (name: string, text: string) => Value;
  readonly description: string;
  /** A secret may also stand in a file, which the variable `NAME_FILE` names. */
  readonly secret?: true;
}

export type SettingTable = Readonly<Record<string, Setting>>;

/** The parsed settings of a table, by its keys. */
export type Values<Table extends SettingTable> = {
  readonly [Key in keyof Table]:
    | ReturnType<Table[Key]['parse']>
    | (Table[Key] extends { readonly default: string } ? never : undefined);
};

/** The variable that names the file of a secret setting. */
type FileName<Each extends Setting> = Each extends {
  readonly secret: true;
  readonly name: infer Name extends string;
}
  ? `${Name}_FILE`
  : never;

/** The environment variables of a table, unparsed. */
export type Variables<Table extends SettingTable> = {
  readonly [Name in Table[keyof Table]['name'] | FileName<Table[keyof Table]>]?: string | undefined;
};

type GivenVariables = Readonly<Record<string, string | undefined>>;

/** The content of a file without the line break at its end, which editors and `echo` add. @throws ConfigError */
function readSecretFile(variable: string, path: string): string {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    if (text !== '') return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${variable} names “${path}”, which cannot be read (${code}).`);
  }
  throw new ConfigError(`${variable} names “${path}”, which is empty.`);
}

/** A secret from the variable `name` or from the file that `NAME_FILE` names. @throws ConfigError when both are set */
function readSecret(name: string, variables: GivenVariables): string | undefined {
  const value = variables[name] || undefined;
  const fileVariable = `${name}_FILE`;
  const path = variables[fileVariable];
  if (!path) return value;
  if (value !== undefined)
    throw new ConfigError(`${name} and ${fileVariable} are both set. Keep one of them.`);
  return readSecretFile(fileVariable, path);
}

/** Parses the variables of a table; an empty one counts as not set. @throws ConfigError for the first unusable one */
export function readSettings<Table extends SettingTable>(
  table: Table,
  variables: GivenVariables,
): Values<Table> {
  const values = Object.entries(table).map(([key, setting]) => {
    const { name, secret } = setting;
    const text = (secret ? readSecret(name, variables) : variables[name]) || setting.default;
    return [key, text === undefined ? undefined : setting.parse(setting.name, text)] as const;
  });
  return Object.fromEntries(values) as Values<Table>;
}

/** Every variable of the process. Tests pass an object of their own instead. */
export function readEnvironment(): GivenVariables {
  return process.env;
}

/**
 * A variable that `config.toml` names as `env(NAME)`, or the content of the file that `NAME_FILE` names. An empty variable
 * counts as not set. @throws ConfigError
 */
export function readVariable(name: string): string | undefined {
  return readSecret(name, process.env);
}
