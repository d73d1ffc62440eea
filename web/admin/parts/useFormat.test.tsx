import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import { renderIn } from '../../testing/render.tsx';
import { formatIn, useFormat } from './useFormat.ts';

const at = '2026-11-24T12:30:05Z';

function Dates() {
  const format = useFormat();
  return (
    <ul>
      {[format.day(at), format.plainDay('2026-11-24'), format.time(at), format.moment(at)].map(
        (text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two of them are the same
          <li key={index}>{text}</li>
        ),
      )}
    </ul>
  );
}

const shown: Readonly<Record<StaffLanguage, readonly [day: string, time: string, moment: string]>> = {
  es: ['24 nov 2026', '24 nov 2026, 09:30', '24 nov 2026, 09:30:05'],
  en: ['24 Nov 2026', '24 Nov 2026, 09:30', '24 Nov 2026, 09:30:05'],
};

test.for(staffLanguages)('dates of the panel have their month in letters (%s)', async (language) => {
  const [day, time, moment] = shown[language];
  await renderIn(language, <Dates />);
  const texts = page.getByRole('listitem').elements();
  expect(texts.map(({ textContent }) => textContent)).toEqual([day, day, time, moment]);
});

test.each(['-infinity', '0044-01-01T00:00:00+00:00 BC'])(
  'the time %s, which JavaScript cannot read, leaves its place empty and the list standing',
  (time) => {
    const format = formatIn('es');
    const { day, plainDay, plainWeekday, time: minute, companyTime, moment } = format;
    const texts = [day, plainDay, plainWeekday, minute, companyTime, moment].map((write) => write(time));
    expect(texts).toEqual(['', '', '', '', '', '']);
  },
);
