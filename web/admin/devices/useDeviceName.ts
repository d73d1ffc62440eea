import type { ListedDevice } from '../../data/fleet/deviceAdmin.ts';
import { useNamespace } from '../../i18n/namespaces.ts';

/** The beginning of an id, enough to tell two devices without names apart. In characters. */
const shortId = 4;

/** A device's name; for one without, the beginning of its id. */
export function useDeviceName({ id, name }: Pick<ListedDevice, 'id' | 'name'>): string {
  const { unnamed } = useNamespace('devices');
  return name || unnamed(id.slice(0, shortId).toUpperCase());
}
