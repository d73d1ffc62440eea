import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceId } from './deviceId.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('a device has one id, which outlives the page', async () => {
  const id = deviceId();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(deviceId()).toBe(id);
  vi.resetModules();
  const later = await import('./deviceId.ts');
  expect(later.deviceId()).toBe(id);
});

test('something else in the storage is replaced', () => {
  const id = deviceId();
  for (const text of ['"not an id"', '{', 'null', '7']) {
    localStorage.setItem('transfer.device', text);
    expect(deviceId()).toBe(id);
    expect(localStorage.getItem('transfer.device')).toBe(JSON.stringify(id));
  }
});

test('a browser that stores nothing has one id for as long as the page is open', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(deviceId()).toBe(deviceId());
});
