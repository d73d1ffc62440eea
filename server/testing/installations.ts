import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../../backend/testing/processes.ts';

type Values = Readonly<Record<string, string>>;

/** A service of `deploy/replicas/compose.yaml`, as far as tests read it. */
export interface Service {
  readonly environment?: Values;
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
  readonly networks?: { readonly inside?: { readonly ipv4_address?: string } };
}

/** The services of the compose file with the variables of its environment file put in. @throws Error when one is missing */
export async function readServices(variables: Values): Promise<Readonly<Record<string, Service>>> {
  const text = await readFile(join(root, 'deploy/replicas/compose.yaml'), 'utf8');
  const filled = text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => {
    const value = variables[name];
    if (!value) throw new Error(`deploy/replicas/compose.yaml needs ${name}.`);
    return value;
  });
  return (parse(filled, { merge: true }) as { readonly services: Record<string, Service> }).services;
}

/** The objects of `deploy/kubernetes/transfer.yaml`. */
export async function readObjects(): Promise<
  readonly { readonly kind: string; readonly apiVersion: string }[]
> {
  const text = await readFile(join(root, 'deploy/kubernetes/transfer.yaml'), 'utf8');
  return parseAllDocuments(text).map((document) => document.toJS() as { kind: string; apiVersion: string });
}

/** The pods of that file: how they end, and their one container. */
export async function readPod() {
  const objects = await readObjects();
  const deployment = objects.find(({ kind }) => kind === 'Deployment') as Deployment | undefined;
  const pod = deployment?.spec?.template.spec;
  const [container] = pod?.containers ?? [];
  if (!pod || !container)
    throw new Error('deploy/kubernetes/transfer.yaml has no Deployment with a container.');
  return { pod, container };
}
