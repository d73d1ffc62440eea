import { chileanZone } from '../../shared/chile/time.ts';

/** Full hours in Chile between which mails that can wait go out: nobody wants one at midnight. */
const [firstHour, lastHour] = [8, 20];

const chileanHour = new Intl.DateTimeFormat('en-GB', {
  timeZone: chileanZone,
  hour: '2-digit',
  hourCycle: 'h23',
});

/** Whether mails that can wait go out at this moment: from 8 to 20 h in Chile. */
export function isMailHour(moment: Date): boolean {
  const hour = Number(chileanHour.format(moment));
  return hour >= firstHour && hour < lastHour;
}
