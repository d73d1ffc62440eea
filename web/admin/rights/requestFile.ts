import type { RightsRequest } from '../../data/tickets/rightsRequests.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvPhone, csvTime } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';

/** The columns of the register of requests. */
export async function loadRequestColumns(): Promise<readonly ExportColumn<RightsRequest>[]> {
  const { kinds, persons, channels, outcomes, states } = await loadNamespace('rights', 'es');
  return [
    ['número', ({ number }) => number],
    ['derecho', ({ kind }) => kinds[kind]],
    ['persona', ({ person }) => persons[person]],
    ['nombre', ({ name }) => name],
    ['correo', ({ email }) => email ?? ''],
    ['teléfono', ({ phone }) => csvPhone(phone)],
    ['llegó', ({ channel }) => channels[channel]],
    ['recibida', ({ received_on: day }) => day],
    ['responder hasta', ({ due_on: day }) => day],
    ['motivo de la ampliación', ({ extension_reason: reason }) => reason ?? ''],
    ['identidad confirmada', ({ confirmed_at: time }) => csvTime(time)],
    ['resultado', ({ outcome }) => (outcome === null ? states.open : outcomes[outcome])],
    ['cerrada', ({ closed_at: time }) => csvTime(time)],
    ['idioma', ({ language }) => language],
    ['qué pide', ({ body }) => body],
  ];
}
