import type { Queryable } from '../../backend/index.ts';

interface DemoAnnouncement {
  readonly body: string;
  readonly daysAgo: number;
  /** Days until it ends; negative for one that has. */
  readonly daysLeft: number;
  /** The number of drivers, from the second on, who have read it. */
  readonly reads: number;
  /** Only for the first so many drivers. */
  readonly drivers?: number;
}

const demoAnnouncements: readonly DemoAnnouncement[] = [
  {
    body: 'Esta semana el túnel Lo Prado cierra entre las 23:00 y las 6:00. A Valparaíso, salgan con 20 minutos más o vayan por la cuesta.',
    daysAgo: 1,
    daysLeft: 6,
    reads: 3,
  },
  {
    body: 'Traigan la licencia y el certificado de antecedentes a la oficina antes del viernes: los renovamos juntos.',
    daysAgo: 3,
    daysLeft: 4,
    reads: 1,
    drivers: 3,
  },
  {
    body: 'El sábado hay cambio de hora. Las tabletas se ajustan solas; revisen sus relojes.',
    daysAgo: 40,
    daysLeft: -33,
    reads: 6,
  },
];

/** The number of announcements in the demo. */
export const announcementCount = demoAnnouncements.length;

/** Writes the announcements. @param drivers the ids of the active drivers, in the order in which they read */
export async function writeAnnouncements(db: Queryable, drivers: readonly string[]): Promise<void> {
  for (const { body, daysAgo, daysLeft, reads, drivers: named } of demoAnnouncements) {
    const [row] = await db.query<{ id: string }>(
      `insert into private.announcements (body, audience, valid_until, created_at)
       values ($1, $2, private.chile_today() + $3::int, now() - $4::int * interval '1 day') returning id`,
      [body, named === undefined ? 'all' : 'drivers', daysLeft, daysAgo],
    );
    await db.query(
      `insert into private.announcement_targets (announcement_id, driver_id) select $1, unnest($2::uuid[])`,
      [row!.id, drivers.slice(0, named ?? 0)],
    );
    // The driver whose sign-in is printed comes first, and has something to read.
    await db.query(
      `insert into private.announcement_reads (announcement_id, driver_id, read_at)
       select $1, reader, now() - $3::int * interval '1 day' + interval '5 hours' from unnest($2::uuid[]) as reader`,
      [row!.id, drivers.slice(1, 1 + reads), daysAgo],
    );
  }
}
