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
}

export type SettingTable = Readonly<Record<string, Setting>>;

/** The parsed settings of a table, by its keys. */
export type Values<Table extends SettingTable> = {
  readonly [Key in keyof Table]:
    | ReturnType<Table[Key]['parse']>
    | (Table[Key] extends { readonly default: string } ? never : undefined);
};

/** The environment variables of a table, unparsed. */
export type Variables<Table extends SettingTable> = {
  readonly [Name in Table[keyof Table]['name']]?: string | undefined;
};

/** Parses the variables of a table; an empty one counts as not set. @throws ConfigError for the first unusable one */
export function readSettings<Table extends SettingTable>(
  table: Table,
  variables: Readonly<Record<string, string | undefined>>,
): Values<Table> {
  const values = Object.entries(table).map(([key, setting]) => {
    const text = variables[setting.name] || setting.default;
    return [key, text === undefined ? undefined : setting.parse(setting.name, text)] as const;
  });
  return Object.fromEntries(values) as Values<Table>;
}

/** Every variable of the process. Tests pass an object of their own instead. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** A variable that `config.toml` names as `env(NAME)`. An empty variable counts as not set. */
export function readVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}
