import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Config } from '../config/config.ts';

/** Where a function is. */
export interface FunctionSource {
  readonly name: string;
  /** Absolute path of its module. */
  readonly entrypoint: string;
  /** Absolute path of the import map that `config.toml` names. */
  readonly importMap: string | undefined;
}

const validName = /^[a-z0-9][\w-]*$/i;

/** Names of folders with an `index.ts`. As in the Supabase CLI, folders that begin with `_` hold shared code. */
async function folderNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.filter((name) => existsSync(join(folder, name, 'index.ts')));
}

/** The functions of a project: its folders, and those that `config.toml` gives an entrypoint, but none that is off. */
export async function findFunctions({ supabaseDir, protocol }: Config): Promise<readonly FunctionSource[]> {
  if (!protocol.edge_runtime.enabled) return [];
  const folder = join(supabaseDir, 'functions');
  const configured = Object.entries(protocol.functions).filter(([, { entrypoint }]) => entrypoint !== '');
  const names = new Set([...(await folderNames(folder)), ...configured.map(([name]) => name)]);
  return [...names]
    .filter((name) => validName.test(name) && (protocol.functions[name]?.enabled ?? true))
    .map((name) => {
      const { entrypoint = '', import_map: map = '' } = protocol.functions[name] ?? {};
      return {
        name,
        entrypoint: entrypoint === '' ? join(folder, name, 'index.ts') : resolve(supabaseDir, entrypoint),
        importMap: map === '' ? undefined : resolve(supabaseDir, map),
      };
    });
}

/** The folder that holds `supabase`; a folder under another name is the whole project. */
function projectRoot(supabaseDir: string): string {
  return basename(supabaseDir) === 'supabase' ? dirname(supabaseDir) : supabaseDir;
}

/** @throws Error when `entrypoint` of `config.toml` leads out of the project, or to no file */
export function checkEntrypoint({ name, entrypoint }: FunctionSource, supabaseDir: string): void {
  const inside = relative(projectRoot(resolve(supabaseDir)), entrypoint);
  if (inside.startsWith('..') || isAbsolute(inside))
    throw new Error(`functions.${name}.entrypoint names “${entrypoint}”, which is outside of the project.`);
  if (!existsSync(entrypoint))
    throw new Error(`functions.${name}.entrypoint names “${entrypoint}”, which does not exist.`);
}
