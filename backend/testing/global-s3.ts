import type { TestProject } from 'vitest/node';
import { startS3 } from './object-store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Settings of an S3 store, for the servers of a run that keeps its objects there; undefined for files. */
    readonly objectStore?: Readonly<Record<string, string>>;
  }
}

/** Names the environment variable with the settings of a running store, as JSON. */
export const givenStore = 'TEST_OBJECT_STORE';

/** Provides an S3 store for the whole run: the one of the environment, or a new one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env[givenStore];
  if (given !== undefined) {
    project.provide('objectStore', JSON.parse(given) as Readonly<Record<string, string>>);
    return async () => {};
  }
  const s3 = await startS3();
  project.provide('objectStore', s3.environment);
  return async () => s3[Symbol.asyncDispose]();
}
