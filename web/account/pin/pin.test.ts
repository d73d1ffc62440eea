import { describe, expect, it } from 'vitest';
import { isGuessable, waitAfter } from './pin.ts';

describe('how long to wait after wrong tries', () => {
  it.each([0, 1, 4])('not at all after %i', (failures) => {
    expect(waitAfter(failures)).toBe(0);
  });

  it('from the fifth on half a minute, then twice as long each time, a quarter of an hour at most', () => {
    expect([5, 6, 7, 8, 9, 10, 11, 60].map((failures) => waitAfter(failures) / 1_000)).toEqual([
      30, 60, 120, 240, 480, 900, 900, 900,
    ]);
  });
});

describe('what a passenger would try first', () => {
  it.each(['0000', '1234', '9876', '12345678', '777777'])('%s is guessable', (pin) => {
    expect(isGuessable(pin)).toBe(true);
  });

  it.each(['1357', '2580', '1235', '1123', '90210'])('%s is not', (pin) => {
    expect(isGuessable(pin)).toBe(false);
  });
});
