import { join } from 'node:path';
import { startServerOn, type TestOptions, type TestServer } from '../../backend/testing/app.ts';
import type { Project } from '../../backend/testing/test-project.ts';
import type { Name } from '../../backend/testing/people.ts';
import { productOptions } from '../product.ts';
import { loadSettings } from '../settings/settings.ts';

interface Driver {
  /** Row of `drivers`; nora and carla have none. */
  readonly driverId: string | undefined;
}

const plates: Readonly<Partial<Record<Name, string>>> = { diego: 'DDDD11', elena: 'EEEE22' };

/** The product's project: carla is the administrator, diego and elena are active drivers, nora has no driver record. */
const product: Project<Driver> = {
  folder: join(import.meta.dirname, '../../supabase'),
  template: 'template_product',
  environment: { REVIEWS_PER_HOUR: '0' },
  async configure(environment, change) {
    const loaded = await loadSettings(environment);
    const settings = { ...loaded, config: change(loaded.config) };
    return { config: settings.config, options: await productOptions(settings) };
  },
  async addRows(db, { name, userId }) {
    const plate = plates[name];
    if (plate === undefined) return { driverId: undefined };
    const [driver] = await db.query<{ id: string }>(
      `insert into public.drivers (name, license_plate, driver_code, contact, created_by, approved_at)
       values ($1, $2, $3, '+56912345678', $4, now()) returning id`,
      [name, plate, `C-${name}`, userId],
    );
    await db.query('insert into public.user_drivers values ($1, $2)', [userId, driver?.id]);
    return { driverId: driver?.id };
  },
};

export type ProductApp = TestServer<Driver>;
export type ProductPerson = ReturnType<ProductApp['as']>;

/** Starts a server for a test of the product. */
export function startProductApp(options: TestOptions = {}): Promise<ProductApp> {
  return startServerOn(product, options);
}
