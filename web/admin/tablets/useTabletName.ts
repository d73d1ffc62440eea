import type { Tablet } from '../../data/fleet/tablets.ts';
import { useNamespace } from '../../i18n/namespaces.ts';

/** The beginning of an id, enough to tell two tablets without names apart. In characters. */
const shortId = 4;

/** A tablet's name; for one without, the beginning of its id. */
export function useTabletName({ id, name }: Pick<Tablet, 'id' | 'name'>): string {
  const { unnamed } = useNamespace('tablets');
  return name || unnamed(id.slice(0, shortId).toUpperCase());
}
