import { expect, test } from 'vitest';
import { fold } from './fold.ts';

test.each([
  ['Núñez', 'nunez'],
  ['Łukasz Wiśniewski, Łódź', 'lukasz wisniewski, lodz'],
  ['Đặng Thị Hương', 'dang thi huong'],
  ['Søren Ågård', 'soren agard'],
  ['Yıldız İpek', 'yildiz ipek'],
  ['Jose\u0301', 'jose'],
])('S1 the search of %j is that of %j', (name, folded) => expect(fold(name)).toBe(folded));
