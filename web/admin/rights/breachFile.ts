import type { Breach } from '../../data/company/breaches.ts';
import { csvNumber, csvTime } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';

/** The columns of the register of breaches. */
export function loadBreachColumns(): Promise<readonly ExportColumn<Breach>[]> {
  return Promise.resolve([
    ['ocurrió', ({ happened_on: day }) => day],
    ['se supo', ({ known_at: time }) => csvTime(time)],
    ['qué pasó', ({ what }) => what],
    ['datos', ({ which_data: data }) => data],
    ['personas', ({ people }) => csvNumber(people)],
    ['consecuencias', ({ consequences }) => consequences ?? ''],
    ['medidas', ({ measures }) => measures ?? ''],
    ['aviso a la Agencia', ({ agency_told_at: time }) => csvTime(time)],
    ['aviso a las personas', ({ people_told_at: time }) => csvTime(time)],
  ]);
}
