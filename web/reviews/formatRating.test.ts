import { expect, it } from 'vitest';
import { languages } from '../../shared/languages.ts';
import { formatRating } from './formatRating.ts';

it.each(languages)('writes a rating as is usual in %s', (language) => {
  const usual = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  for (const rating of [1, 3.25, 4.8, 4.95, 5])
    expect(formatRating(rating, language)).toBe(usual.format(rating));
});
