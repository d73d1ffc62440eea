import { randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import { driverValues, must, service } from './people.ts';

/** Two drivers, the first with three reviews, and a tour; nobody else's rows. */
export interface Fleet {
  /** What the names begin with. */
  readonly tag: string;
  readonly ana: string;
  readonly beto: string;
  readonly route: string;
}

interface Row {
  readonly id: string;
}

export async function newFleet(): Promise<Fleet> {
  const tag = `Wire ${randomBytes(4).toString('hex')}`;
  const drivers = must(
    await service
      .from('drivers')
      .insert([
        { ...driverValues(), name: `${tag} Ana Díaz`, photo_url: 'https://example.com/ana.jpg' },
        { ...driverValues(), name: `${tag} Beto Ríos`, photo_url: null },
      ])
      .select('id')
      .returns<Row[]>(),
  );
  const [ana, beto] = drivers.map(({ id }) => id) as [string, string];
  const review = { driver_id: ana, user_name: 'Anonymous' };
  must(
    await service
      .from('reviews')
      .insert([
        { ...review, rating: 5, comment: 'Clean car, calm driver' },
        { ...review, rating: 4, comment: 'On time' },
        { ...review, rating: 3, comment: 'Late, but kind' },
      ])
      .select('id'),
  );
  const stops = [
    { place: 'Plaza de Armas', duration: '45 min', order: 1 },
    { place: 'Lastarria', duration: '1 h', order: 2 },
  ];
  const route = must(
    await service
      .from('time_based_routes')
      .insert({
        name: `${tag} tour`,
        description: 'Walking along the river',
        duration: '3hours',
        taxiTime: '3 h',
        stops,
      })
      .select('id')
      .single<Row>(),
  );
  afterAll(async () => {
    await service.from('reviews').delete().in('driver_id', [ana, beto]);
    await service.from('drivers').delete().in('id', [ana, beto]);
    await service.from('time_based_routes').delete().eq('id', route.id);
  });
  return { tag, ana, beto, route: route.id };
}
