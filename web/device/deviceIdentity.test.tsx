import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceId, deviceIdentity } from './deviceIdentity.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('a device has one id and one key, which outlive the page', async () => {
  const identity = deviceIdentity();
  expect(identity.device_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(identity.key.length).toBeGreaterThanOrEqual(32);
  expect(deviceId()).toBe(identity.device_id);
  vi.resetModules();
  const later = await import('./deviceIdentity.ts');
  expect(later.deviceIdentity()).toEqual(identity);
});

test('something else in the storage is replaced', () => {
  const identity = deviceIdentity();
  for (const text of ['"not an id"', '{', 'null', '7', '{"device_id":"x","key":"y"}']) {
    localStorage.setItem('transfer.device', text);
    expect(deviceIdentity()).toEqual(identity);
    expect(localStorage.getItem('transfer.device')).toBe(JSON.stringify(identity));
  }
});

test('a browser that stores nothing has one id for as long as the page is open', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(deviceId()).toBe(deviceId());
});
