import { createEmitter } from './signal.ts';
import type { StorageKey } from './storageKeys.ts';

// Part of what decides how the page looks before anything is drawn: keep it small, without React (`useSignal.ts`).

/** A value in the browser's storage. No method throws: a page works without storage, and with a full one. */
export interface StoredValue<Value> {
  /** The same object until another text is stored. Null for a missing or unreadable value, and without storage. */
  readonly read: () => Value | null;
  /** @returns whether the browser has stored it; false without storage or space */
  readonly write: (value: Value) => boolean;
  readonly remove: () => void;
  /** Calls `listener` after a change, in another tab too. @returns unsubscribe */
  readonly subscribe: (listener: () => void) => () => void;
}

interface StorageOptions {
  /** `tab`: survives a reload and ends with the tab. By default the value stays on the device. */
  readonly area?: 'device' | 'tab';
  /** `text`: the value is a string, stored as it is. By default the value is stored as JSON. */
  readonly format?: 'json' | 'text';
}

/**
 * Describes a value in the browser's storage.
 * @param isValid tells whether a stored value has this shape: an earlier version of the app may have written another one
 */
export function storedValue<Value>(
  key: StorageKey,
  isValid: (value: unknown) => value is Value,
  { area = 'device', format = 'json' }: StorageOptions = {},
): StoredValue<Value> {
  const storage = () => (area === 'tab' ? sessionStorage : localStorage);
  const isText = format === 'text';
  const changed = createEmitter();
  let lastText: string | null = null;
  let lastValue: Value | null = null;
  const attempt = (change: () => void): boolean => {
    try {
      change();
      changed.emit();
      return true;
    } catch {
      return false;
    }
  };
  return {
    read: () => {
      try {
        const text = storage().getItem(key);
        if (text === lastText) return lastValue;
        lastText = text;
        lastValue = null;
        const value: unknown = isText || text === null ? text : JSON.parse(text);
        if (isValid(value)) lastValue = value;
        return lastValue;
      } catch {
        return null;
      }
    },
    write: (value) => attempt(() => storage().setItem(key, isText ? String(value) : JSON.stringify(value))),
    remove: () => void attempt(() => storage().removeItem(key)),
    subscribe: (listener) => {
      // The browser sends the event to the other tabs only, without a key when everything was removed.
      const follow = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      window.addEventListener('storage', follow);
      const unsubscribe = changed.listen(listener);
      return () => {
        window.removeEventListener('storage', follow);
        unsubscribe();
      };
    },
  };
}

/** Removes a value that another part of the app has stored on the device. */
export const removeStored = (key: StorageKey): void => storedValue(key, isString).remove();

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** Makes the check for one of these strings. */
export function isOneOf<Value extends string>(
  ...allowed: readonly Value[]
): (value: unknown) => value is Value {
  return (value): value is Value => allowed.some((each) => each === value);
}

/** Makes the check for an object that has these properties; it does not look into them. */
export function isObjectWith<Value extends object>(
  ...names: readonly (keyof Value & string)[]
): (value: unknown) => value is Value {
  return (value): value is Value =>
    typeof value === 'object' && value !== null && names.every((name) => name in value);
}
