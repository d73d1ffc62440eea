import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isNumber, isObjectWith, isString, storedValue } from './storedValue.ts';

let stored: Map<string, string>;
let isFull: boolean;

const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => {
    if (isFull) throw new Error('QuotaExceededError');
    stored.set(key, text);
  },
  removeItem: (key: string) => stored.delete(key),
};

beforeEach(() => {
  stored = new Map();
  isFull = false;
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('window', new EventTarget());
});

afterEach(() => void vi.unstubAllGlobals());

const pin = () => storedValue('personal:pin', isObjectWith<{ readonly salt: string }>('salt'));

test('a written value is read again, as the same object, until it is removed', () => {
  const value = pin();
  expect(value.read()).toBeNull();
  expect(value.write({ salt: 'a' })).toBe(true);
  expect(stored.get('personal:pin')).toBe('{"salt":"a"}');
  expect(value.read()).toEqual({ salt: 'a' });
  expect(value.read()).toBe(value.read());
  value.remove();
  expect(value.read()).toBeNull();
});

test('text is stored as it is', () => {
  const language = storedValue('language', isString, { format: 'text' });
  language.write('de');
  expect(stored.get('language')).toBe('de');
  expect(language.read()).toBe('de');
});

test.for(['{', 'null', '"text"', '{"other":1}'])('%s in place of a value is no value', (text) => {
  stored.set('personal:pin', text);
  expect(pin().read()).toBeNull();
});

test('a value that was replaced by an unreadable one is gone', () => {
  const value = pin();
  value.write({ salt: 'a' });
  value.read();
  stored.set('personal:pin', '{');
  expect(value.read()).toBeNull();
  expect(value.read()).toBeNull();
});

test('without space or storage nothing throws', () => {
  const painted = storedValue('transfer.painted', isNumber);
  isFull = true;
  expect(painted.write(1)).toBe(false);
  vi.stubGlobal('localStorage', undefined);
  expect(painted.write(1)).toBe(false);
  expect(painted.read()).toBeNull();
  expect(() => painted.remove()).not.toThrow();
});

test('listeners hear of this tab and of others', () => {
  const value = pin();
  const listener = vi.fn();
  const stop = value.subscribe(listener);
  value.write({ salt: 'a' });
  expect(listener).toHaveBeenCalledTimes(1);
  const storageEvent = (key: string | null) => Object.assign(new Event('storage'), { key });
  window.dispatchEvent(storageEvent('language'));
  expect(listener).toHaveBeenCalledTimes(1);
  window.dispatchEvent(storageEvent('personal:pin'));
  window.dispatchEvent(storageEvent(null));
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  value.remove();
  expect(listener).toHaveBeenCalledTimes(3);
});
