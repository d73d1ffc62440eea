import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../backend/testing/processes.ts';

type Values = Readonly<Record<string, string>>;

/** A service of a compose file, as far as tests read it. */
export interface Service {
  readonly restart?: string;
  readonly environment?: Values;
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly mem_limit?: string;
  readonly security_opt?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: { readonly inside?: { readonly ipv4_address?: string } };
}

/** The services of a compose file with the variables of its environment file put in. @throws Error when one is missing */
export async function readServices(
  file: 'compose.yaml' | 'deploy/replicas/compose.yaml',
  variables: Values,
): Promise<Readonly<Record<string, Service>>> {
  const text = await readFile(join(root, file), 'utf8');
  const filled = text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => {
    const value = variables[name];
    if (!value) throw new Error(`${file} needs ${name}.`);
    return value;
  });
  return (parse(filled, { merge: true }) as { readonly services: Record<string, Service> }).services;
}
