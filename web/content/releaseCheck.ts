import { getEnvironment } from '../data/environment.ts';
import type { Release } from '../data/content/releases.ts';

/** Most starts do not need the rules. */
const loadRules = () => import('../../shared/content/problems.ts');

/** Loads the rules while a release is being downloaded. */
export function preloadRules(): void {
  // The check shows a failure when it needs them.
  loadRules().catch(() => undefined);
}

/**
 * Whether the server that has just sent this page is also the one with the releases: its database has checked each by these
 * rules when it was published, and a version that requires more of them changes the published ones in a migration. A page of
 * the service worker, or of a static site, may be of another version.
 */
export function isCheckedByServer(): boolean {
  return getEnvironment().backendUrl === window.location.origin && !navigator.serviceWorker?.controller;
}

/** Whether the app can show a release. */
export async function isValidRelease({ content }: Release): Promise<boolean> {
  const { findProblems } = await loadRules();
  // Links and texts read a number that was published before numbers were checked (`shared/chile`).
  const problem = findProblems(content).find(({ code }) => code !== 'wrong_number');
  if (problem) console.error('A release breaks the rules of its content', problem);
  return problem === undefined;
}
