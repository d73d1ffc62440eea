import { expect, test } from 'vitest';
import { audit as english } from '../../i18n/en/audit.ts';
import { driver as englishDriver } from '../../i18n/en/driver.ts';
import { audit as spanish } from '../../i18n/es/audit.ts';
import { driver as spanishDriver } from '../../i18n/es/driver.ts';
import type { AuditEntry } from '../../data/company/auditEntry.ts';
import { addressOfRecord } from './addresses.ts';
import { nameOfAct } from '../../i18n/actNames.ts';
import { actorOf, sentenceOf, textOf } from './sentence.ts';

type Traits = NonNullable<AuditEntry['payload']['traits']>;

const say = {
  reason: (code: string) => `error ${code}`,
  plainDay: (day: string) => `día ${day}`,
  time: (at: string) => `hora ${at}`,
};
const es = { t: spanish, columns: spanishDriver.log, ...say };
const en = { t: english, columns: englishDriver.log, ...say };
const diego = { id: 'd1', name: 'Diego Rojas' };

function entry(action: string, traits: Traits = {}, subject: AuditEntry['subject'] = {}) {
  return { payload: { action, actor_id: 'a', actor_username: 'ana@example.com', traits }, subject };
}

const told = (...given: Parameters<typeof entry>) => textOf(entry(...given), es);

test('a record that is gone is said to be, and one that an early entry does not name is not', () => {
  expect(told('driver_left', { target: 'driver:d1' })).toBe(
    'Registró que un conductor que ya no está dejó la empresa',
  );
  expect(textOf(entry('driver_left', { target: 'driver:d1' }), en)).toBe(
    'Recorded that a driver who is gone left the company',
  );
  expect(told('review_hidden', { target: 'review:r1', driver_id: 'd1' })).toBe(
    'Ocultó una calificación que ya no está de un conductor que ya no está',
  );
  expect(told('review_hidden', { target: 'review:r1' }, { review: { id: 'r1' } })).toBe(
    'Ocultó una calificación de un conductor',
  );
});

test('sign-ins say by what, where and why', () => {
  expect(told('login', { method: 'password', provider: 'email' })).toBe('Inició sesión con contraseña');
  expect(told('login')).toBe('Inició sesión');
  expect(told('logout', { scope: 'global', sessions: 2 })).toBe('Cerró sesión en todos los dispositivos');
  expect(told('login_failed', { method: 'password', reason: 'invalid_credentials' })).toBe(
    'No pudo iniciar sesión con contraseña: error invalid_credentials',
  );
});

test('an account is one’s own or somebody’s; what was only asked for says so', () => {
  const asked = { target: 'user:a', changed: 'email asked for, data, user_metadata' };
  expect(told('user_modified', asked, { account: { id: 'a', name: 'ana@example.com' } })).toBe(
    'Cambió su cuenta: correo (pedido), datos de la persona',
  );
  expect(
    told('user_blocked', { target: 'user:b', user_id: 'b' }, { account: { id: 'b', name: 'eva@x.cl' } }),
  ).toBe('Bloqueó la cuenta eva@x.cl');
});

test('columns, codes and acts that people do not know are left out', () => {
  expect(
    told('driver_changed', { target: 'driver:d1', changed: 'contact, has_account' }, { driver: diego }),
  ).toBe('Cambió los datos de Diego Rojas: contacto');
  expect(told('driver_changed', { target: 'driver:d1', changed: 'has_account' }, { driver: diego })).toBe(
    'Cambió los datos de Diego Rojas',
  );
  expect(told('login', { method: 'new_method' })).toBe('Inició sesión');
  expect(told('act_of_tomorrow', { target: 'POST /rest/v1/rpc/act' })).toBe(
    'Hizo un cambio que este registro no conoce',
  );
});

test('earlier entries read as sentences too', () => {
  expect(told('card_created', { target: 'card:credential', card_kind: 'credential', count: 2 })).toBe(
    'Imprimió la credencial de un conductor: 2',
  );
  expect(told('case_driver', { target: 'case:c1' }, { case: { id: 'c1', name: '875282' } })).toBe(
    'Eligió el conductor en el caso 875282',
  );
  expect(told('shift_corrected', { target: 'shift:s1', ended_after: '18:00' })).toBe(
    'Corrigió el término del turno de un conductor: hora 18:00',
  );
});

test('what is named is linked to its page, or to its list', () => {
  const subject = { document: { id: 'x', name: 'SOAP' }, vehicle: { id: 'v1', name: 'GKGK39' } };
  const parts = sentenceOf(
    entry('document_verified', { target: 'document:x', vehicle_id: 'v1' }, subject),
    es,
  );
  expect(parts.map(({ text, record }) => [text, record && addressOfRecord(record, subject)])).toEqual([
    ['Verificó ', undefined],
    ['SOAP', '?section=documents&owner=vehicle&subject=v1'],
    [' de ', undefined],
    ['GK·GK·39', '?section=vehicles&record=v1'],
  ]);
  expect(addressOfRecord({ kind: 'driver', ...diego }, {})).toBe('?section=drivers&record=d1');
  expect(addressOfRecord({ kind: 'trip', id: 't1', name: 'ABCDE' }, {})).toBe('?section=trips&record=t1');
  expect(addressOfRecord({ kind: 'document', name: 'SOAP' }, {}), 'a stored name').toBeUndefined();
});

test.each([spanish, english])('each act has a name of its own, without details', (t) => {
  const names = Object.keys(t.acts).map((action) => nameOfAct(action, t));
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => /[{}[\]]/.test(name))).toEqual([]);
  expect(nameOfAct('shift_ended', spanish)).toBe('Terminó el turno de un conductor');
});

test('the person who acted: an address, the server, nobody, or an account that is gone', () => {
  const actor = (id: string, name: string) =>
    actorOf({ payload: { action: 'login', actor_id: id, actor_username: name } }, spanish);
  expect(actor('a', 'ana@example.com')).toBe('ana@example.com');
  expect(actor('', 'service_role')).toBe(spanish.service);
  expect(actor('00000000-0000-0000-0000-000000000000', '')).toBe(spanish.nobody);
  expect(actor('a', '')).toBe(spanish.deletedAccount);
});
