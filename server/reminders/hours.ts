import { chileanMinute } from '../../shared/chile/time.ts';

/** Full hours in Chile between which mails that can wait go out: nobody wants one at midnight. */
const [firstHour, lastHour] = [8, 20];

/** Whether mails that can wait go out at this moment: from 8 to 20 h in Chile. */
export function isMailHour(moment: Date): boolean {
  const hour = Number(chileanMinute(moment.getTime()).slice(11, 13));
  return hour >= firstHour && hour < lastHour;
}
