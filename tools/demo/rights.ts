import type { Queryable } from '../../backend/index.ts';
import type { RightsKind, RightsOutcome, RightsPerson } from '../../shared/rights.ts';
import type { Language } from '../../shared/languages.ts';

interface DemoRequest {
  readonly kind: RightsKind;
  readonly person: RightsPerson;
  readonly language: Language;
  readonly name: string;
  readonly body: string;
  /** Days since the request came. */
  readonly days: number;
  readonly email?: string;
  readonly phone?: string;
  readonly confirmed?: boolean;
  readonly outcome?: RightsOutcome;
  readonly note?: string;
}

const demoRequests: readonly DemoRequest[] = [
  {
    kind: 'access',
    person: 'driver',
    language: 'es',
    name: 'Diego Fuentes Rojas',
    body: 'Quiero saber qué datos tienen de mí y quién los ve.',
    days: 25,
    phone: '+56912345678',
    confirmed: true,
  },
  {
    kind: 'erasure',
    person: 'passenger',
    language: 'de',
    name: 'Anna Keller',
    body: 'Bitte löschen Sie alle Daten zu meinem verlorenen Handy.',
    days: 2,
    email: 'anna.keller@example.de',
  },
  {
    kind: 'rectification',
    person: 'driver',
    language: 'es',
    name: 'Ana Soto Lagos',
    body: 'Mi teléfono cambió.',
    days: 40,
    phone: '+56987651234',
    confirmed: true,
    outcome: 'granted',
    note: 'Se cambió el teléfono en Conductores.',
  },
];

/** The number of requests about personal data in the demo. */
export const requestCount = demoRequests.length;

/** Writes the requests about personal data and a breach of security. */
export async function writeRights(db: Queryable): Promise<void> {
  for (const each of demoRequests) {
    const { kind, person, language, name, body, days, email, phone, confirmed, outcome, note } = each;
    const [row] = await db.query<{ id: string }>(
      `with arrival as (select private.chile_today() - $10::integer as came),
       ticket as (
         insert into public.tickets (subject, kind, state, language, body, email, phone, due_on, created_at, closed_at)
         select 'rights', $1::text, case when $9::text is null then 'new' else 'closed' end, $3, $5, $6, $7,
           private.rights_deadline($1::text, came), came, case when $9::text is not null then came + interval '9 days' end
         from arrival returning id)
       insert into public.rights_requests (id, person, channel, name, received_on, confirmed_at, outcome)
       select id, $2, 'page', $4, came, case when $8::boolean then came + interval '1 day' end, $9::text
       from ticket, arrival returning id`,
      [
        kind,
        person,
        language,
        name,
        body,
        email ?? null,
        phone ?? null,
        confirmed ?? false,
        outcome ?? null,
        days,
      ],
    );
    const add = `insert into public.ticket_messages (ticket_id, kind, body) values ($1, $2, $3)`;
    if (confirmed) await db.query(add, [row!.id, 'event', 'confirmed']);
    if (note) await db.query(add, [row!.id, 'note', note]);
    if (outcome) await db.query(add, [row!.id, 'event', outcome]);
  }
  await db.query(
    `insert into public.breaches (happened_on, known_at, what, which_data, people, consequences, measures, agency_told_at)
     values (private.chile_today() - 20, now() - interval '19 days', 'Se perdió una tableta en el aeropuerto',
       'Nombre, patente y teléfono de un conductor', 1, 'Alguien podría llamar al conductor',
       'Se bloqueó la tableta a distancia y se cerró la sesión', now() - interval '18 days')`,
  );
}
