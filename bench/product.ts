import { join, resolve } from 'node:path';
import type { People } from '../backend/bench/machine/person.ts';
import { startServer, type BenchServer } from '../backend/bench/machine/server.ts';

const root = resolve(import.meta.dirname, '..');

export const drivers: People = { noun: 'driver', badge: 'license_plate', bucket: 'imagenes' };

/**
 * Starts the product as an operator starts it.
 * @param environment further settings; without any there is no limit of requests, since all come from this machine
 */
export function startProduct(
  port: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const settings = { REVIEWS_PER_HOUR: '0', ...environment };
  return startServer(port, join(root, 'supabase'), () => [join(root, 'server/main.ts')], settings);
}
