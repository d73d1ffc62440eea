import { expect, it } from 'vitest';
import { fitWithin } from './shrinkPhoto.ts';

it('makes a picture fit without stretching or enlarging it', () => {
  expect(fitWithin(4000, 3000, 1024)).toEqual({ width: 1024, height: 768 });
  expect(fitWithin(3000, 4000, 1024)).toEqual({ width: 768, height: 1024 });
  expect(fitWithin(300, 200, 1024)).toEqual({ width: 300, height: 200 });
  expect(fitWithin(20_000, 3, 1024)).toEqual({ width: 1024, height: 1 });
});
