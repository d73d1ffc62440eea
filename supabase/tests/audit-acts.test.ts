import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actions } from '../../backend/audit/actions.ts';
import { goodPassword, newEmail } from '../../backend/testing/auth/auth.ts';
import { file, photoKey, picture, storageClient } from '../../backend/testing/storage.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { addDriver, json, register, type Registered } from '../../server/testing/drivers.ts';
import { textOf } from '../../web/admin/audit/sentence.ts';
import type { AuditEntry } from '../../web/data/company/auditEntry.ts';
import { audit as english } from '../../web/i18n/en/audit.ts';
import { driver as englishDriver } from '../../web/i18n/en/driver.ts';
import { audit as spanish } from '../../web/i18n/es/audit.ts';
import { driver as spanishDriver } from '../../web/i18n/es/driver.ts';

/*
 * Every act of staff and drivers, done over HTTP and read as a person reads it in the log. The last tests find functions,
 * tables and words that no test here has used.
 */

let server: ProductApp;
/** The vehicle GK·GK·39. */
let vehicle = '';
const called = new Set<string>();
const heard = new Set<string>();
const read = new Set<string>();

type Sender = Pick<Registered, 'request'>;
type Row = Readonly<Record<string, string>>;
const query = (sql: string, values: readonly unknown[] = []) => server.context.db.query<Row>(sql, values);
const diegoId = () => server.as('diego').driverId;
const elenaId = () => server.as('elena').driverId;

/** Sends a request that has to succeed. @returns the body; of rows the first */
async function send(path: string, method: string, body?: object, who: Sender = server.as('carla')) {
  const response = await who.request(path, json(method, body));
  const text = await response.text();
  expect([method, path, response.status < 300 ? 'done' : text]).toEqual([method, path, 'done']);
  const found = (text === '' ? {} : JSON.parse(text)) as Row | readonly Row[];
  return (Array.isArray(found) ? found[0] : found) as Row;
}

function call(name: string, body: object, who?: Sender) {
  called.add(name);
  return send(`/rest/v1/rpc/${name}`, 'POST', body, who);
}

const say = {
  reason: (code: string) => code,
  plainDay: (day: string) => day,
  time: (time: string) => time.slice(11, 16),
};
const words = {
  es: { t: spanish, columns: spanishDriver.log, ...say },
  en: { t: english, columns: englishDriver.log, ...say },
};

async function freshEntries(): Promise<readonly AuditEntry[]> {
  await server.context.audit.settled();
  const { entries } = (await send('/functions/v1/admin-users/audit?per_page=200', 'GET')) as unknown as {
    entries: readonly AuditEntry[];
  };
  const fresh = entries.filter(({ id }) => !read.has(id)).toReversed();
  for (const { id } of fresh) read.add(id);
  return fresh;
}

/** The Spanish sentences since the last call, oldest first; the English ones have to be whole. */
async function told(): Promise<readonly string[]> {
  const entries = await freshEntries();
  for (const entry of entries) {
    heard.add(entry.payload.action);
    expect(textOf(entry, words.en)).toMatch(/^[A-Z][a-z]+ [^…{}[\]]+$/);
  }
  return entries.map((entry) => textOf(entry, words.es));
}

beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  await query(`update drivers set name = 'Tomás Araya' where id = $1`, [diegoId()]);
  await query(`update drivers set name = 'Elena Soto' where id = $1`, [elenaId()]);
  const [row] = await query(`insert into vehicles (license_plate) values ('GKGK39') returning id`);
  vehicle = row!['id']!;
});
afterAll(() => server[Symbol.asyncDispose]());

test('shifts: who began, took over, ended and corrected', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  await call('start_shift', { vehicle }, diego);
  const [shift] = await query('select id from shifts where ended_at is null');
  await call('end_shift', { shift: shift!['id'] });
  await call('end_shift', { shift: shift!['id'] });
  await call('reopen_shift', { shift: shift!['id'] });
  await call('end_shift', { shift: shift!['id'] });
  await query(`update shifts set started_at = '2026-11-20 10:00Z', ended_at = '2026-11-20 19:00Z'`);
  await call('correct_shift_end', { shift: shift!['id'], ended_at: '2026-11-20T18:00:00Z' });
  await call('start_shift', { vehicle }, diego);
  await call('start_shift', { vehicle, take_over: true }, elena);
  const [taken] = await query('select id from shifts where ended_at is null');
  await call('end_shift', { shift: taken!['id'] }, elena);
  expect(await told()).toEqual([
    'Comenzó el turno de Tomás Araya en GK·GK·39',
    'Terminó el turno de Tomás Araya en GK·GK·39',
    'Reabrió el turno de Tomás Araya en GK·GK·39',
    'Terminó el turno de Tomás Araya en GK·GK·39',
    'Corrigió el término del turno de Tomás Araya en GK·GK·39: 19:00 → 18:00',
    'Comenzó el turno de Tomás Araya en GK·GK·39',
    'Tomó GK·GK·39, que tenía Tomás Araya',
    'Terminó el turno de Elena Soto en GK·GK·39',
  ]);
});

test('a case: its number, and what was done', async () => {
  const written = { secret: 'c'.repeat(43), kind: 'lost', body: 'Mi mochila', consent: true };
  const { number } = await send('/rest/v1/rpc/open_case', 'POST', written, server);
  const [{ id: case_id } = {}] = await query('select id from tickets where number = $1', [number]);
  await call('send_ticket_reply', { id: randomUUID(), ticket_id: case_id, reply: 'La encontramos' });
  await call('note_ticket', { ticket_id: case_id, note: 'Llamó dos veces' });
  for (const state of ['closed', 'closed', 'new']) await call('set_case_state', { case_id, state });
  for (const driver of [diegoId(), null]) await call('set_case_driver', { case_id, driver });
  await call('forget_case', { case_id });
  expect(await told()).toEqual([
    `Respondió el caso ${number}`,
    `Escribió una nota en el caso ${number}`,
    `Cerró el caso ${number}`,
    `Reabrió el caso ${number}`,
    `Eligió el conductor en el caso ${number}: Tomás Araya`,
    `Quitó el conductor en el caso ${number}`,
    `Borró los datos del pasajero en el caso ${number}`,
  ]);
});

test('a trip: its code, its driver, and why', async () => {
  const trip = randomUUID();
  let version = 1;
  const save = async (fields: object, more: object = {}) =>
    (version = Number((await call('save_trip', { trip, fields, version, ...more }))['version']));
  const made = { trip, fields: { day: '2099-01-01', clock: '10:00' }, person: { name: 'Anna' } };
  const { code } = await call('save_trip', made);
  await save({ state: 'confirmed', driver_id: diegoId(), vehicle_id: vehicle });
  await call('tell_trips', { driver: diegoId(), trips: [trip] });
  await call('note_trip_reply', { trip });
  await save({ people: 3, flight: 'LA705' }, { person: { note: 'Con silla' } });
  for (const state of ['on_way', 'waiting', 'on_board', 'done']) await save({ state });
  await save({ state: 'confirmed' }, { reason: 'mistake' });
  await save({ driver_id: elenaId() });
  await call('tell_trips', { driver: diegoId(), trips: [trip] });
  await save({ driver_id: null });
  await save({ state: 'no_show' }, { reason: 'not_found' });
  await save({ state: 'cancelled' }, { reason: 'passenger' });
  await save({ state: 'confirmed' }, { reason: 'other' });
  await save({ state: 'requested' }, { reason: 'company' });
  const message = { text: 'Otra hora', fields: { day: '2099-01-01', clock: '11:00', direction: 'other' } };
  await call('take_messages', { messages: [{ ...message, key: 'k', person: { name: 'anna' } }] });
  await call('renew_trip_link', { trip });
  await call('forget_trip', { trip });
  expect(await told()).toEqual(
    [
      'Creó {trip}',
      'Asignó {trip} a Tomás Araya',
      'Confirmó {trip}',
      'Cambió {trip}: auto',
      'Abrió el aviso para Tomás Araya sobre {trip}',
      'Abrió la respuesta al pasajero en {trip}',
      'Cambió {trip}: vuelo, nota, personas',
      'Registró que Tomás Araya va en camino en {trip}',
      'Registró que Tomás Araya está esperando en {trip}',
      'Registró al pasajero a bordo en {trip}',
      'Dio por terminado {trip}',
      'Reabrió {trip}: era un error',
      'Asignó {trip} a Elena Soto',
      'Abrió el aviso para Tomás Araya sobre {trip}',
      'Quitó el conductor en {trip}',
      'Registró que el pasajero no llegó en {trip}: no se encontró al pasajero',
      'Canceló {trip}: lo pidió el pasajero',
      'Reabrió {trip}: otro motivo',
      'Devolvió {trip} a solicitud: decisión de la empresa',
      'Recibió un mensaje que cambia {trip}',
      'Renovó el enlace del pasajero en {trip}',
      'Borró los datos del pasajero en {trip}',
    ].map((sentence) => sentence.replace('{trip}', `el viaje ${code}`)),
  );
});

test('reviews: of which driver, and why one is hidden', async () => {
  await send('/rest/v1/reviews', 'POST', { driver_id: elenaId(), rating: 1 }, server.as('elena'));
  const [{ id: review } = {}] = await query('select id from reviews');
  await call('hide_review', { review, reason: 'Insulta al conductor' });
  await call('show_review', { review });
  await call('edit_review_note', { review, note: 'Conversado', seen: '' });
  await send(`/rest/v1/reviews?id=eq.${review}`, 'PATCH', { comment: 'Corregido' });
  await send(`/rest/v1/reviews?id=eq.${review}`, 'DELETE');
  const gone = 'una calificación que ya no está de Elena Soto';
  expect(await told()).toEqual([
    `Ocultó ${gone}: Insulta al conductor`,
    `Volvió a mostrar ${gone}`,
    `Cambió la nota interna en ${gone}`,
    `Cambió ${gone}: comentario`,
    `Eliminó ${gone}`,
  ]);
});

test('a release: its number and note, and nothing more about its tours', async () => {
  const [draft] = await query('select content, version from content_drafts');
  const { content, version } = draft as unknown as { content: { tours: { name: Row }[] }; version: number };
  content.tours[0] = { ...content.tours[0]!, name: { ...content.tours[0]!.name, es: 'Valle y mar' } };
  await call('save_content', { content, expected_version: version });
  await call('publish_content', { expected_version: version + 1, note: 'Precios de verano' });
  expect(await told()).toEqual(['Publicó la versión 2: Precios de verano']);
});

test('what was printed, for whom, and receipts by their folio', async () => {
  const card = { driver: elenaId(), plate: 'GKGK39', licence: 'A1' };
  await call('register_cards', { kind: 'credential', cards: [card, { ...card, driver: diegoId() }] });
  await call('register_cards', { kind: 'sticker', cards: [card] });
  const receipt = randomUUID();
  const trip = { origin: 'Aeropuerto', destination: 'Las Condes', pesos: 22_000 };
  await call('issue_receipt', { id: receipt, taken_at: new Date().toISOString(), ...trip });
  await call('void_receipt', { receipt, reason: 'El valor era otro' });
  expect(await told()).toEqual([
    'Imprimió la credencial de Elena Soto',
    'Imprimió la credencial de Tomás Araya',
    'Imprimió el adhesivo de Elena Soto',
    'Creó el comprobante 1',
    'Anuló el comprobante 1: El valor era otro',
  ]);
});

test('how a trip was paid, its receipt, and the cash that a driver hands over', async () => {
  const add = async (clock: string) => {
    const [{ day } = {}] = await query('select (private.chile_today() - 1)::text as day');
    const fields = { day, clock, pesos: 18_000, state: 'confirmed', driver_id: diegoId() };
    const trip = randomUUID();
    return { trip, code: (await call('save_trip', { trip, fields }))['code'] };
  };
  const [first, second] = [await add('10:00'), await add('12:00')];
  await told();
  const payment = { id: randomUUID(), kind: 'fare', method: 'cash', pesos: 18_000 };
  await call('pay_trip', { trip: first.trip, payments: [payment] });
  const places = { origin: 'Aeropuerto', destination: 'Providencia' };
  await call('issue_trip_receipt', { id: randomUUID(), trip: first.trip, ...places });
  await call('count_cash', { id: randomUUID(), driver: diegoId(), expected: 18_000, handed: 18_000 });
  await call('void_payment', { payment: payment.id, reason: 'Pagó con tarjeta' });
  const [{ day } = {}] = await query('select day::text from trips where id = $1', [second.trip]);
  await call('close_driver_day', { driver: diegoId(), day });
  const [{ folio } = {}] = await query('select max(folio)::text as folio from printed_cards');
  expect(await told()).toEqual([
    `Registró el pago en el viaje ${first.code}`,
    `Dio por terminado el viaje ${first.code}`,
    `Creó el comprobante ${folio}`,
    'Recibió el efectivo de Tomás Araya',
    `Anuló un pago en el viaje ${first.code}`,
    `Registró el pago en el viaje ${second.code}`,
    `Dio por terminado el viaje ${second.code}`,
  ]);
});

test('announcements', async () => {
  const announcement = randomUUID();
  const [{ day } = {}] = await query('select private.chile_today()::text as day');
  await call('write_announcement', { id: announcement, body: 'Túnel cerrado', valid_until: day });
  await call('withdraw_announcement', { announcement });
  expect(await told()).toEqual(['Escribió un aviso', 'Retiró un aviso']);
  await call('delete_announcement', { announcement });
  expect(await told()).toEqual(['Eliminó un aviso']);
});

test('devices: set up, commanded, renamed, deleted', async () => {
  const { token } = await call('create_device_link', { driver: diegoId(), name: 'Barra 1' });
  const device = { device_id: randomUUID(), key: `key-${randomUUID()}` };
  called.add('redeem_device_link');
  await send('/functions/v1/tablet-setup', 'POST', { token, ...device }, server);
  for (const action of ['reload', 'show_name', 'lock', 'sign_out', ''])
    await call('ask_device', { device: device.device_id, action });
  await call('devices_by_links', { maker: server.as('carla').userId, ends: true });
  await send(`/rest/v1/devices?id=eq.${device.device_id}&select=id`, 'PATCH', { name: 'Barra 2' });
  expect(await told()).toEqual([
    'Creó un enlace para una tableta de Tomás Araya',
    'Configuró la tableta Barra 2 para Tomás Araya',
    'Generó un enlace de ingreso para la cuenta diego@example.com',
    'Pidió que la tableta Barra 2 se recargue',
    'Pidió que la tableta Barra 2 muestre su nombre',
    'Pidió que la tableta Barra 2 se bloquee',
    'Pidió que la tableta Barra 2 cierre la sesión',
    'Retiró lo que había pedido a la tableta Barra 2',
    'Cerró las sesiones de las tabletas que configuró su cuenta',
    'Le cambió el nombre a la tableta Barra 2',
  ]);
  await send(`/rest/v1/devices?id=eq.${device.device_id}&select=id`, 'DELETE');
  expect(await told()).toEqual(['Eliminó una tableta de Tomás Araya']);
});

test('documents: of whom, from the kind to the override', async () => {
  const kind = (await send('/rest/v1/document_kinds', 'POST', { owner: 'vehicle', name: 'Extintor' }))['id'];
  await send(`/rest/v1/document_kinds?id=eq.${kind}`, 'PATCH', { critical: true });
  const document = { vehicle_id: vehicle, kind_id: kind, expires_on: '2030-01-31' };
  const { id } = await send('/rest/v1/documents', 'POST', document);
  await send(`/rest/v1/documents?id=eq.${id}`, 'PATCH', { number: '77', expires_on: '2030-02-28' });
  const [{ day } = {}] = await query('select private.chile_today()::text as day');
  await call('override_document', { document: id, until: day, reason: 'La renovación va en camino' });
  await call('override_document', { document: id });
  expect(await told()).toEqual([
    'Agregó el tipo de documento Extintor',
    'Cambió el tipo de documento Extintor: crítico',
    'Agregó Extintor de GK·GK·39',
    'Cambió Extintor de GK·GK·39: vencimiento, número',
    `Autorizó Extintor de GK·GK·39 hasta el ${day}: La renovación va en camino`,
    'Terminó la autorización de Extintor de GK·GK·39',
  ]);
  await send(`/rest/v1/documents?id=eq.${id}`, 'DELETE');
  await send(`/rest/v1/document_kinds?id=eq.${kind}`, 'DELETE');
  await call('set_documents_policy', { stop_service: true });
  await call('set_documents_policy', { stop_service: false });
  const [{ id: soap } = {}] = await query(`select id from document_kinds where name = 'SOAP'`);
  await call('import_documents', {
    documents: [{ kind_id: soap, vehicle_id: vehicle, expires_on: '2030-01-31' }],
  });
  expect(await told()).toEqual([
    'Eliminó Extintor de GK·GK·39',
    'Eliminó el tipo de documento Extintor',
    'Cambió la regla de los documentos vencidos: sacan de servicio',
    'Cambió la regla de los documentos vencidos: no sacan de servicio',
    'Agregó SOAP de GK·GK·39',
  ]);
});

test('documents that a driver sends, and what the company does with them', async () => {
  const [{ id: kind_id } = {}] = await query(`select id from document_kinds where name = 'Licencia A2'`);
  const renewal = () => ({ id: randomUUID(), kind_id, expires_on: '2031-01-31' });
  const [accepted, rejected, withdrawn] = [renewal(), renewal(), renewal()];
  const diego = server.as('diego');
  const path = ({ id }: { id: string }) => `/rest/v1/documents?id=eq.${id}`;
  await call('send_renewal', accepted, diego);
  await send(path(accepted), 'PATCH', { expires_on: '2031-02-01' });
  await call('send_renewal', rejected, diego);
  await send(path(rejected), 'DELETE');
  await call('send_renewal', withdrawn, diego);
  await send(path(withdrawn), 'DELETE', undefined, diego);
  const licence = 'Licencia A2 de Tomás Araya';
  const acts = ['Envió', 'Verificó', 'Envió', 'Rechazó', 'Envió', 'Retiró'];
  expect(await told()).toEqual(acts.map((act) => `${act} ${licence}`));
});

test('drivers: added, approved, changed, gone and back', async () => {
  const account = await register(server);
  const { id } = await addDriver(account, { name: 'Eva Rojas' });
  const path = `/rest/v1/drivers?id=eq.${id}`;
  await told();
  await send(path, 'PATCH', { approved: true });
  await send(path, 'PATCH', { contact: '+56987654321', driver_code: 'E-1' });
  await send(path, 'PATCH', { approved: false });
  await call('driver_left', { driver: id });
  await call('driver_returned', { driver: id });
  await send(`/rest/v1/user_drivers?user_id=eq.${account.userId}`, 'DELETE');
  const added = await send('/rest/v1/drivers', 'POST', {
    name: 'Ana Paz',
    driver_code: 'A-9',
    created_by: null,
  });
  await send(`/rest/v1/drivers?id=eq.${added['id']}`, 'DELETE');
  const email = (await query('select email from auth.users where id = $1', [account.userId]))[0]!['email'];
  expect(await told()).toEqual([
    'Aprobó a Eva Rojas',
    'Cambió los datos de Eva Rojas: contacto, código',
    'Le quitó la aprobación a Eva Rojas',
    'Registró que Eva Rojas dejó la empresa',
    'Registró que Eva Rojas volvió a la empresa',
    `Desvinculó la cuenta ${email} de Eva Rojas`,
    'Agregó a un conductor que ya no está',
    'Eliminó a un conductor',
  ]);
});

test('a driver registers, sends photos, and the company decides about them', async () => {
  const account = await register(server);
  const { id } = await addDriver(account, { name: 'Luz Vera' });
  const photo = async (name: string) => {
    const key = photoKey(account.userId, name);
    const bucket = storageClient(server, account.token).from('imagenes');
    expect((await bucket.upload(key, file(await picture()))).error).toBeNull();
    return `/storage/v1/object/public/imagenes/${key}`;
  };
  const [first, second] = [await photo('1.jpg'), await photo('2.jpg')];
  await call('change_own_photo', { photo_url: first }, account);
  const path = `/rest/v1/drivers?id=eq.${id}`;
  const wait = () => query('update drivers set pending_photo_url = $2 where id = $1', [id, second]);
  await wait();
  await send(path, 'PATCH', { pending_photo_url: null });
  await wait();
  await send(path, 'PATCH', { photo_url: second });
  const acts = (await told()).filter((sentence) => /Luz/.test(sentence));
  expect(acts).toEqual([
    'Se registró como conductor: Luz Vera',
    'Envió una foto nueva de Luz Vera',
    'Rechazó la foto nueva de Luz Vera',
    'Aprobó la foto nueva de Luz Vera',
  ]);
});

test('invitations, from the first to the one that is accepted', async () => {
  const given = { name: 'Rosa Pérez', contact: '+56911112222', driver_code: 'R-1', license_plate: 'GKGK39' };
  const { driver_id: driver } = await call('invite_drivers', { drivers: [given] });
  await call('withdraw_invitation', { driver });
  const { token } = await call('renew_invitation', { driver });
  const account = await register(server);
  const key = photoKey(account.userId);
  await storageClient(server, account.token)
    .from('imagenes')
    .upload(key, file(await picture()));
  const photo_url = `/storage/v1/object/public/imagenes/${key}`;
  await call('accept_invitation', { token, policy_version: 1, photo_url }, account);
  expect((await told()).filter((sentence) => !/sesión|cuenta/.test(sentence))).toEqual([
    'Agregó a Rosa Pérez',
    'Asignó GK·GK·39 a Rosa Pérez',
    'Creó una invitación para Rosa Pérez',
    'Retiró la invitación de Rosa Pérez',
    'Creó una invitación para Rosa Pérez',
    'Aceptó la política de privacidad, versión 1',
    'Aceptó la invitación de Rosa Pérez',
  ]);
});

test('accounts: made, changed, blocked, linked and deleted', async () => {
  const email = newEmail();
  const users = '/functions/v1/admin-users';
  const { id } = await send(users, 'POST', { email, password: goodPassword, role: 'office' });
  await send(`${users}/${id}`, 'PATCH', { role: 'driver', driver_id: elenaId() });
  await send(`${users}/${id}`, 'PATCH', { driver_id: diegoId() });
  for (const blocked of [true, false]) await send(`${users}/${id}`, 'PATCH', { blocked });
  await call('personal_data', { person: id });
  await call('personal_data', {});
  expect(await told()).toEqual([
    `Creó la cuenta ${email}: permiso de oficina`,
    `Cambió la cuenta ${email}: sin permisos`,
    `Vinculó la cuenta ${email} con Elena Soto`,
    `Vinculó la cuenta ${email} con otro conductor: Tomás Araya`,
    `Bloqueó la cuenta ${email}`,
    `Desbloqueó la cuenta ${email}`,
    `Descargó los datos personales de la cuenta ${email}`,
    'Descargó los datos personales de su cuenta',
  ]);
  await send(`${users}/${id}`, 'DELETE');
  expect(await told()).toEqual(['Eliminó una cuenta']);
  const { userId } = await register(server);
  await told();
  called.add('anonymise_person').add('record_account_act');
  await send(`${users}/${userId}?everything=true`, 'DELETE');
  expect(await told()).toEqual(['Eliminó una cuenta']);
});

test('vehicles and the drivers assigned to them', async () => {
  const saved = async (body: object) => String(await call('save_vehicle', body));
  const id = await saved({ fields: { license_plate: 'BBCD12', class: 'basico' }, added: [elenaId()] });
  await saved({ fields: { colour: 'Negro', seats: 4 }, vehicle: id, removed: [elenaId()] });
  expect(await told()).toEqual([
    'Agregó BB·CD·12',
    'Asignó BB·CD·12 a Elena Soto',
    'Cambió los datos de BB·CD·12: color, asientos',
    'Le quitó BB·CD·12 a Elena Soto',
  ]);
  await send(`/rest/v1/vehicles?id=eq.${id}`, 'DELETE');
  expect(await told()).toEqual(['Eliminó BB·CD·12']);
});

test('files of vehicles and of drivers', async () => {
  const vehicle = { license_plate: 'FILE12', class: 'basico' };
  await call('import_vehicles', { vehicles: [vehicle] });
  const [{ id, version } = {}] = await query(
    `select id, version from vehicles where license_plate = 'FILE12'`,
  );
  await call('import_vehicles', { vehicles: [{ ...vehicle, id, version, colour: 'Negro' }] });
  const driver = { name: 'Eva Rojas', contact: '+56911113333', driver_code: 'F-1', license_plate: '' };
  const { driver_id: invited } = await call('import_drivers', { drivers: [driver] });
  const changed = { ...driver, id: invited, version: 1, name: 'Eva Rojas Soto' };
  await call('import_drivers', { drivers: [changed] });
  expect(await told()).toEqual([
    'Agregó FI·LE·12',
    'Cambió los datos de FI·LE·12: color',
    'Agregó a Eva Rojas Soto',
    'Creó una invitación para Eva Rojas Soto',
    'Cambió los datos de Eva Rojas Soto: nombre',
  ]);
});

test('requests about personal data, and breaches', async () => {
  const filed = () => {
    const asked = {
      kind: 'access',
      person: 'driver',
      channel: 'paper',
      name: 'Tomás Araya',
      body: 'Mis datos',
    };
    // The office files requests of the last year.
    const received_on = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
    return call('file_rights_request', { ...asked, phone: '+56912345678', received_on });
  };
  const id = String(await filed());
  const [{ number } = {}] = await query('select number from tickets where id = $1', [id]);
  await call('identify_rights_author', { request_id: id });
  await call('create_rights_link', { request_id: id });
  await call('set_rights_driver', { request_id: id, driver: diegoId() });
  await call('identify_rights_author', { request_id: id });
  await call('rights_personal_data', { request_id: id });
  await query(`update tickets set due_on = private.chile_today() + 9 where id = $1`, [id]);
  await call('extend_rights_request', { request_id: id, reason: 'Faltan archivos' });
  await call('note_ticket', { ticket_id: id, note: 'Vino a la oficina' });
  const reply = (outcome?: string) =>
    call('send_ticket_reply', { id: randomUUID(), ticket_id: id, reply: 'Aquí están', outcome });
  for (const outcome of [undefined, 'granted', 'partly', 'refused', 'unconfirmed']) await reply(outcome);
  const request = `la solicitud ${number}`;
  expect(await told()).toEqual([
    `Ingresó ${request}`,
    `Comprobó la identidad de la persona en ${request}`,
    `Creó un enlace para confirmar ${request}`,
    `Eligió la cuenta de la persona en ${request}`,
    `Comprobó la identidad de la persona en ${request}`,
    'Descargó los datos personales de la cuenta diego@example.com',
    `Amplió en 30 días el plazo en ${request}`,
    `Escribió una nota en ${request}`,
    `Respondió ${request} sin cerrarla`,
    `Cerró ${request}: aceptada`,
    `Cerró ${request}: aceptada en parte`,
    `Cerró ${request}: rechazada`,
    `Cerró ${request}: sin confirmar`,
  ]);
  const entry = {
    happened_on: '2026-11-20',
    known_at: '2026-11-21T10:00:00-03:00',
    what: 'x',
    which_data: 'y',
  };
  const breach = String(await call('save_breach', { entry }));
  await call('save_breach', { entry, breach });
  expect(await told()).toEqual(['Registró un incidente', 'Cambió un incidente']);
});

test('tours, first steps and files', async () => {
  const { id } = await send('/rest/v1/time_based_routes', 'POST', { name: 'Volcanes', duration: '3hours' });
  await send(`/rest/v1/time_based_routes?id=eq.${id}`, 'PATCH', { duration: '4hours' });
  expect(await told()).toEqual(['Agregó el tour Volcanes', 'Cambió el tour Volcanes: duración']);
  await send(`/rest/v1/time_based_routes?id=eq.${id}`, 'DELETE');
  await call('settle_first_step', { step: 'vehicles' });
  const bucket = storageClient(server, server.as('carla').token).from('contenido');
  await bucket.upload('a.jpg', file(await picture()));
  await bucket.remove(['a.jpg']);
  expect(await told()).toEqual([
    'Eliminó el tour Volcanes',
    'Dio por hecho un primer paso: la empresa no tiene autos propios',
    'Subió una foto o un archivo',
    'Eliminó una foto o un archivo',
  ]);
});

test('refusals, and what the log does not know, have one general sentence', async () => {
  await server.as('diego').request('/rest/v1/rpc/audit_log', json('POST', {}));
  await server.service(`/rest/v1/shifts?driver_id=eq.${diegoId()}`, json('PATCH', { driver_code: 'T-1' }));
  expect(await told()).toEqual(['Intentó algo sin permiso', 'Hizo un cambio que este registro no conoce']);
});

/** Functions that staff and drivers may call and that are no acts, with the reason. */
const noActs: Readonly<Record<string, string>> = {
  save_content: 'the studio saves a draft at every pause in typing; the release is the act',
  send_heartbeat: 'a device reports about itself',
  count_device_try: 'a limit',
  count_usage: 'figures of the report',
  read_announcement: 'the list of its readers says it',
  create_rating_link: 'of the device',
  tap_trip: 'the history of the trip says it',
  add_review_reasons: 'of the passenger',
};

test('each function that may change something is an act of these tests, or none at all', async () => {
  const open = await query(
    `select distinct proname as name from pg_proc p where pronamespace = 'public'::regnamespace and provolatile = 'v'
       and prorettype <> 'trigger'::regtype and not has_function_privilege('anon', p.oid, 'execute')`,
  );
  const names = open.map(({ name }) => name!);
  expect(names.filter((name) => !called.has(name) && !(name in noActs))).toEqual([]);
});

test('each table that staff and drivers write tells the log of it', async () => {
  const silent = await query(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and has_any_column_privilege('authenticated', c.oid, 'insert, update')
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname like 'audit%')`,
  );
  expect(silent).toEqual([]);
});

test('the log has words for these acts and those of sign-ins, and no others', () => {
  /** Acts of earlier versions, and one of accounts on a hosted project. */
  const earlier = ['case_state', 'rights_downloaded', 'review_created'];
  const known = new Set([...heard, ...Object.keys(actions), ...earlier]);
  expect([...known].sort()).toEqual(Object.keys(spanish.acts).sort());
});
