/** The hash in the name of a page's first script, which changes with every change of the app; empty for a page without. */
export function versionOf(html: string): string {
  return /\/assets\/index-([\w-]+)\.js/.exec(html)?.[1] ?? '';
}
