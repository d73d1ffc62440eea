import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import { renderIn } from '../../testing/render.tsx';
import { formatIn, useFormat } from './useFormat.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** The next day in Greenwich, and five hours earlier on the computer of these tests. */
const at = '2026-11-25T01:30:05Z';

function Dates() {
  const { day, longDay, plainDay, plainWeekday, month, time, moment, clock } = useFormat();
  const texts = [
    day(at),
    longDay(at),
    plainDay('2026-11-24'),
    plainWeekday('2026-11-24'),
    month('2026-11'),
    time(at),
    time('2026-01-01T02:30:00Z'),
    moment(at),
    clock(at),
  ];
  return <p>{texts.join(' · ')}</p>;
}

const shown: Readonly<Record<StaffLanguage, string>> = {
  es: '24 nov 2026 · 24 de noviembre de 2026 · 24 nov 2026 · mar 24 nov · noviembre de 2026 · mar 24 nov, 22:30 · mié 31 dic 2025, 23:30 · 24 nov 2026, 22:30:05 · 22:30',
  en: '24 Nov 2026 · 24 November 2026 · 24 Nov 2026 · Tue 24 Nov · November 2026 · Tue 24 Nov, 22:30 · Wed 31 Dec 2025, 23:30 · 24 Nov 2026, 22:30:05 · 22:30',
};

test.for(staffLanguages)(
  'days and times are those of Chile, with their month in letters and 24 hours (%s)',
  async (language) => {
    await renderIn(language, <Dates />);
    await expect.element(page.getByText(shown[language], { exact: true })).toBeVisible();
  },
);

test.each(['-infinity', '0044-01-01T00:00:00+00:00 BC'])(
  'the time %s, which JavaScript cannot read, leaves its place empty and the list standing',
  (text) => {
    const { day, longDay, plainDay, plainWeekday, time, moment, clock } = formatIn('es');
    const texts = [day, longDay, plainDay, plainWeekday, time, moment, clock].map((write) => write(text));
    expect(texts.join('')).toBe('');
  },
);
