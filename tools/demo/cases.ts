import type { Queryable } from '../../backend/index.ts';
import type { CaseKind, CaseState } from '../../shared/cases.ts';
import type { Language } from '../../shared/languages.ts';

interface DemoCase {
  readonly kind: CaseKind;
  readonly state: CaseState;
  readonly language: Language;
  readonly body: string;
  /** Hours since the trip; the case was written two hours later. */
  readonly hours: number;
  readonly place?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly reply?: string;
  readonly spanish?: string;
  readonly note?: string;
}

const demoCases: readonly DemoCase[] = [
  {
    kind: 'lost',
    state: 'new',
    language: 'de',
    body: 'Mein Handy liegt auf dem Rücksitz, ein schwarzes Samsung mit blauer Hülle. Wir sind am Hotel Plaza ausgestiegen.',
    hours: 3,
    place: 'LA 705',
    email: 'anna.keller@example.de',
  },
  {
    kind: 'complaint',
    state: 'new',
    language: 'pt',
    body: 'O motorista fez um caminho muito longo e a corrida demorou uma hora.',
    hours: 150,
    phone: '+5511987654321',
    note: 'Revisar el recorrido con el conductor.',
  },
  {
    kind: 'receipt',
    state: 'new',
    language: 'es',
    body: 'Necesito la boleta del viaje a Las Condes.',
    hours: 28,
    email: 'm.rojas@example.cl',
  },
  {
    kind: 'accessibility',
    state: 'new',
    language: 'en',
    body: 'My mother uses a wheelchair. Do you have a van with a ramp for Friday?',
    hours: 20,
    email: 'j.miller@example.com',
  },
  {
    kind: 'complaint',
    state: 'answered',
    language: 'en',
    body: 'The driver was on the phone during the whole trip.',
    hours: 60,
    email: 'sarah@example.com',
    reply:
      'We are sorry about what happened. We have spoken to the driver and are making sure it does not happen again.',
    spanish: 'Lamentamos lo ocurrido. Hablamos con el conductor y tomamos medidas para que no se repita.',
  },
  {
    kind: 'lost',
    state: 'answered',
    language: 'fr',
    body: 'J’ai oublié un foulard rouge dans le coffre.',
    hours: 75,
    email: 'claire@example.fr',
    reply: 'Bonne nouvelle : nous avons retrouvé votre foulard. Quand et où pouvons-nous vous le remettre ?',
    spanish: 'Buenas noticias: encontramos su pañuelo. ¿Cuándo y dónde se lo entregamos?',
  },
  {
    kind: 'other',
    state: 'answered',
    language: 'es',
    body: '¿Puedo pedir el mismo conductor para la vuelta?',
    hours: 100,
    phone: '+56987651234',
    reply: 'Sí. Díganos el día y la hora.',
  },
  {
    kind: 'lost',
    state: 'closed',
    language: 'en',
    body: 'I left my sunglasses in the car.',
    hours: 200,
    reply: 'We have found them and left them at your hotel.',
    spanish: 'Los encontramos y los dejamos en su hotel.',
  },
  {
    kind: 'receipt',
    state: 'closed',
    language: 'es',
    body: 'Factura para mi empresa, por favor.',
    hours: 260,
    reply: 'Enviada a su correo.',
  },
  {
    kind: 'complaint',
    state: 'closed',
    language: 'es',
    body: 'El auto olía a cigarro.',
    hours: 330,
    reply: 'Lo sentimos. El auto ya se limpió.',
  },
  {
    kind: 'lost',
    state: 'closed',
    language: 'pt',
    body: 'Esqueci um guarda-chuva.',
    hours: 400,
    reply: 'Procuramos, mas não encontramos.',
    spanish: 'Lo buscamos, pero no apareció.',
  },
  {
    kind: 'other',
    state: 'closed',
    language: 'de',
    body: 'Vielen Dank, der Fahrer war großartig!',
    hours: 450,
    reply: 'Das freut uns sehr. Gute Reise!',
    spanish: 'Nos alegra mucho. ¡Buen viaje!',
  },
];

/** The number of cases in the demo. */
export const caseCount = demoCases.length;

/** Writes the cases of passengers, each about one of the drivers. @param drivers their ids */
export async function writeCases(db: Queryable, drivers: readonly string[]): Promise<void> {
  for (const [index, each] of demoCases.entries()) {
    const { kind, state, language, body, hours, place, email, phone, reply, spanish, note } = each;
    const [row] = await db.query<{ id: string }>(
      `with trip as (select now() - $5 * interval '1 hour' as moment),
       ticket as (
         insert into public.tickets (subject, kind, state, language, body, email, phone, created_at, due_on, answered_at,
           closed_at)
         select 'case', $1, $2, $3, $4, $7, $8, moment + interval '2 hours',
           private.working_days_after((moment at time zone 'America/Santiago')::date, 5),
           case when $2 <> 'new' then moment + interval '20 hours' end,
           case when $2 = 'closed' then moment + interval '30 hours' end
         from trip returning id)
       insert into public.cases (id, happened_at, place) select id, moment, $6 from ticket, trip returning id`,
      [kind, state, language, body, hours, place ?? null, email ?? null, phone ?? null],
    );
    await db.query('select private.place_case($1, $2)', [row!.id, drivers[index % drivers.length] ?? null]);
    const add = `insert into public.ticket_messages (ticket_id, kind, body, spanish, created_at)
      values ($1, $2, $3, $4, now() - $5 * interval '1 hour')`;
    if (reply) await db.query(add, [row!.id, 'reply', reply, spanish ?? null, hours - 20]);
    if (note) await db.query(add, [row!.id, 'note', note, null, hours - 10]);
  }
}
