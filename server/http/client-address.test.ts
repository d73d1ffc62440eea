import { expect, test } from 'vitest';
import { visitorNetwork } from './client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0db8:0000:0000::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('A8 %s belongs to visitor %s', (address, network) => expect(visitorNetwork(address)).toBe(network));
