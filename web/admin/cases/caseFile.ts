import type { PassengerCase } from '../../data/tickets/cases.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvPhone, csvTime } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';

/** The columns of a file of cases. */
export async function loadCaseColumns(): Promise<readonly ExportColumn<PassengerCase>[]> {
  const { kinds, states } = await loadNamespace('cases', 'es');
  return [
    ['número', ({ number }) => number],
    ['tipo', ({ kind }) => kinds[kind]],
    ['estado', ({ state }) => states[state]],
    ['llegó', ({ created_at: time }) => csvTime(time)],
    ['responder hasta', ({ due_on: day }) => day],
    ['respondido', ({ answered_at: time }) => csvTime(time)],
    ['cerrado', ({ closed_at: time }) => csvTime(time)],
    ['ocurrió', ({ happened_at: time }) => csvTime(time)],
    ['vuelo o lugar', ({ place }) => place ?? ''],
    ['conductor', ({ driver_name: name }) => name ?? ''],
    ['patente', ({ license_plate: plate }) => plate ?? ''],
    ['idioma', ({ language }) => language],
    ['correo', ({ email }) => email ?? ''],
    ['teléfono', ({ phone }) => csvPhone(phone)],
    ['qué pasó', ({ body }) => body ?? ''],
  ];
}
