import { join, resolve } from 'node:path';
import type { People } from '../backend/bench/machine/person.ts';
import { startServer, type BenchServer } from '../backend/bench/machine/server.ts';

const root = resolve(import.meta.dirname, '..');

export const drivers: People = { noun: 'driver', badge: 'license_plate', bucket: 'imagenes' };

/**
 * Starts the product as an operator starts it.
 * @param requestsPerSecond of one network; without it there is no limit, since all requests come from this machine
 */
export function startProduct(port: number, requestsPerSecond = 0): Promise<BenchServer> {
  const environment = { REVIEWS_PER_HOUR: '0', REQUESTS_PER_SECOND: String(requestsPerSecond) };
  return startServer(port, join(root, 'supabase'), () => [join(root, 'server/main.ts')], environment);
}
