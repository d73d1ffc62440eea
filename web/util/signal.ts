// Part of what decides how the page looks before anything is drawn: no React here (`useSignal.ts`).

/** An event without a value, which modules announce and listen for. */
export interface Emitter {
  readonly emit: () => void;
  /** Calls `listener` at every `emit`. @returns unsubscribe */
  readonly listen: (listener: () => void) => () => void;
}

/** Creates an event for any number of listeners. */
export function createEmitter(): Emitter {
  const listeners = new Set<() => void>();
  return {
    emit: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A value outside React that components and modules follow. */
export interface Signal<Value> {
  readonly get: () => Value;
  /** Replaces the value; calls the listeners unless it is the same one. */
  readonly set: (value: Value) => void;
  /** Calls `listener` whenever the value changes. @returns unsubscribe */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a value that announces its changes. */
export function createSignal<Value>(initial: Value): Signal<Value> {
  let value = initial;
  const changed = createEmitter();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      changed.emit();
    },
    subscribe: changed.listen,
  };
}
