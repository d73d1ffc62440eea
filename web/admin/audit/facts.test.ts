import { expect, test } from 'vitest';
import { audit as english } from '../../i18n/en/audit.ts';
import { audit as spanish } from '../../i18n/es/audit.ts';
import { driver } from '../../i18n/es/driver.ts';
import { errors } from '../../i18n/es/errors.ts';
import type { AuditEntry } from '../../data/company/audit.ts';
import { factsOf, type AuditFact } from './facts.ts';

type Traits = Record<string, string | number | boolean>;

const plainDay = (day: string) => `día ${day}`;
const time = (at: string) => `hora ${at}`;

function told(traits: Traits, words = spanish, subject?: AuditEntry['subject']): string[] {
  const payload = { action: 'login', actor_id: 'a', actor_username: 'ana@example.com', traits };
  const facts = factsOf({ payload, ...(subject && { subject }) }, words, { driver, errors, plainDay, time });
  return facts.map(({ label, text }: AuditFact) => `${label}: ${text}`);
}

/** The facts of an act on a named record, in Spanish. */
const toldOf = (subject: AuditEntry['subject'], traits: Traits) => told(traits, spanish, subject);

test('methods, scopes and reasons are words', () => {
  expect(told({ method: 'password', provider: 'email' })).toEqual(['Con: contraseña', 'Servicio: correo']);
  expect(told({ scope: 'local', sessions: 1 })).toEqual([
    'En: solo este dispositivo',
    'Sesiones cerradas: 1',
  ]);
  expect(told({ method: 'password', reason: 'invalid_credentials', succeeded: false })).toEqual([
    'Con: contraseña',
    `Motivo: ${errors.code.invalid_credentials}`,
  ]);
  expect(told({ scope: 'global', method: 'totp' }, english)).toEqual([
    'Scope: all devices',
    'Method: authenticator app',
  ]);
});

test('what was changed is named once, and whether it was only asked for', () => {
  expect(told({ changed: 'email asked for, data, user_metadata' })).toEqual([
    'Cambió: correo (pedido), datos de la persona',
  ]);
});

test('a refused request says what it would have done, not its address', () => {
  expect(told({ target: 'DELETE /rest/v1/drivers?id=eq.1', status: 403 })).toEqual([
    'Sobre: eliminar: conductores',
    'Respuesta: sin permiso',
  ]);
  expect(told({ target: 'GET /rest/v1/unknown' })).toEqual(['Sobre: leer: otros datos']);
});

test('a change of a record names the columns as people do', () => {
  expect(
    told({ target: 'driver:6f9619ff', operation: 'changed', changed: 'contact, approved, approved_at' }),
  ).toEqual(['Sobre: conductores', 'Cambió: contacto, aprobación']);
});

test('a release is named as people do, and so is a refused request for one', () => {
  expect(told({ target: 'release:3', operation: 'created' })).toEqual([
    'Sobre: contenido publicado',
    'Cambio: creado',
  ]);
  expect(told({ target: 'POST /rest/v1/rpc/publish_content' })).toEqual([
    'Sobre: escribir: contenido publicado',
  ]);
});

test('ids are left out, names of people and services are not', () => {
  expect(
    told({ target: 'user:6f9619ff', user_id: '6f9619ff', factor_id: '1', user_email: 'eva@example.com' }),
  ).toEqual(['Cuenta: eva@example.com']);
  expect(told({ provider: 'google' })).toEqual(['Servicio: google']);
});

test('acts on vehicles and documents are named as people do, and so is a rule that was switched off', () => {
  const vehicle = 'bags, brand_model, class, colour, license_plate, registration_number, seats';
  expect(told({ target: 'vehicle:6f9619ff', operation: 'changed', changed: vehicle })).toEqual([
    'Sobre: autos',
    'Cambió: maletas, marca y modelo, clase, color, patente, registro (RNSTP), asientos',
  ]);
  const document = 'critical, driver_id, issued_on, kind_id, number, vehicle_id';
  expect(told({ target: 'document:6f9619ff', operation: 'changed', changed: document })).toEqual([
    'Sobre: documentos',
    'Cambió: crítico, conductor, emisión, tipo, número, auto',
  ]);
  expect(told({ target: 'document_policy:company', documents_stop_service: false })).toEqual([
    'Sobre: reglas de los documentos',
    'Saca de servicio: No',
  ]);
  expect(told({ target: 'POST /rest/v1/rpc/start_shift', status: 403 })[0]).toBe('Sobre: escribir: turnos');
});

test('an entry says which record it is about, and a changed document until which day it is allowed', () => {
  const created = (target: string) => ({ target: `${target}:6f9619ff`, operation: 'created' });
  expect(toldOf({ plate: 'BBCD12' }, created('vehicle'))).toEqual([
    'Sobre: autos: BB·CD·12',
    'Cambio: creado',
  ]);
  expect(toldOf({ name: 'Eva Rojas', plate: 'BBCD12' }, created('vehicle_drivers'))).toEqual([
    'Sobre: conductores asignados: Eva Rojas, BB·CD·12',
    'Cambio: creado',
  ]);
  expect(toldOf({ name: 'eva@example.com' }, created('user'))).toEqual([
    'Sobre: cuentas de conductores: eva@example.com',
    'Cambio: creado',
  ]);
  expect(toldOf({ name: 'Extintor' }, created('document_kind'))[0]).toBe(
    'Sobre: tipos de documento: Extintor',
  );
  const override = { target: 'document:6f9619ff', operation: 'changed', override_until: '2026-12-20' };
  expect(toldOf({ name: 'SOAP', plate: 'BBCD12' }, override)).toEqual([
    'Sobre: documentos: SOAP, BB·CD·12',
    'Cambio: cambiado',
    'Autorizado hasta: día 2026-12-20',
  ]);
});

test('a link for a device is no new driver, and a request that succeeded has no number', () => {
  const link = { target: 'driver:6f9619ff', changed: 'device_link', operation: 'created' };
  expect(toldOf({ name: 'Eva Rojas' }, link)).toEqual([
    'Sobre: conductores: Eva Rojas',
    'Cambió: enlace para una tableta',
  ]);
  expect(told({ status: 200, target: 'POST /storage/v1/object/documentos/vehicles/1/a.pdf' })).toEqual([
    'Sobre: escribir: archivos de documentos',
  ]);
});
