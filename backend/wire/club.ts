import { randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import { walkerValues, must, service } from './people.ts';

/** Two walkers, the first with three opinions, and a tour; nobody else's rows. */
export interface Club {
  /** Prefix of the names. */
  readonly tag: string;
  readonly ana: string;
  readonly beto: string;
  readonly route: string;
}

interface Row {
  readonly id: string;
}

export async function newClub(): Promise<Club> {
  const tag = `Wire ${randomBytes(4).toString('hex')}`;
  const walkers = must(
    await service
      .from('walkers')
      .insert([
        { ...walkerValues(), name: `${tag} Ana Díaz`, photo_url: 'https://example.com/ana.jpg' },
        { ...walkerValues(), name: `${tag} Beto Ríos`, photo_url: null },
      ])
      .select('id')
      .returns<Row[]>(),
  );
  const [ana, beto] = walkers.map(({ id }) => id) as [string, string];
  const opinion = { walker_id: ana, user_name: 'Anonymous' };
  must(
    await service
      .from('opinions')
      .insert([
        { ...opinion, rating: 5, comment: 'Clean car, calm walker' },
        { ...opinion, rating: 4, comment: 'On time' },
        { ...opinion, rating: 3, comment: 'Late, but kind' },
      ])
      .select('id'),
  );
  const stops = [
    { place: 'Plaza de Armas', duration: '45 min', order: 1 },
    { place: 'Lastarria', duration: '1 h', order: 2 },
  ];
  const route = must(
    await service
      .from('walks')
      .insert({
        name: `${tag} tour`,
        description: 'Walking along the river',
        duration: '3hours',
        walkTime: '3 h',
        stops,
      })
      .select('id')
      .single<Row>(),
  );
  afterAll(async () => {
    await service.from('opinions').delete().in('walker_id', [ana, beto]);
    await service.from('walkers').delete().in('id', [ana, beto]);
    await service.from('walks').delete().eq('id', route.id);
  });
  return { tag, ana, beto, route: route.id };
}
