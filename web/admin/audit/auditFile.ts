import type { AuditEntry } from '../../data/company/audit.ts';
import { loadMessages } from '../../i18n/loadMessages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvTime } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';
import { actorOf, factsOf, wordOf } from './facts.ts';

/** The columns of a file of the log. */
export async function loadAuditColumns(): Promise<readonly ExportColumn<AuditEntry>[]> {
  const [t, messages] = await Promise.all([loadNamespace('audit', 'es'), loadMessages('es')]);
  const general = { ...messages, plainDay: (day: string) => day, time: csvTime };
  return [
    ['cuándo', ({ created_at: time }) => csvTime(time)],
    ['quién', (entry) => actorOf(entry, t)],
    ['qué', ({ payload: { action } }) => wordOf(t.acts, action)],
    [
      'detalles',
      (entry) =>
        factsOf(entry, t, general)
          .map(({ label, text }) => `${label}: ${text}`)
          .join(' · '),
    ],
    ['dirección', ({ ip_address: address }) => address],
  ];
}
