import { expect, test, vi } from 'vitest';
import { createEmitter, createSignal } from './signal.ts';

test('an event reaches every listener until it unsubscribes', () => {
  const event = createEmitter();
  const [first, second] = [vi.fn(), vi.fn()];
  const stop = event.listen(first);
  event.listen(second);
  event.emit();
  stop();
  event.emit();
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(2);
});

test('a signal announces another value, and not the same one again', () => {
  const signal = createSignal<string | null>(null);
  const listener = vi.fn();
  const stop = signal.subscribe(listener);
  signal.set(null);
  expect(listener).not.toHaveBeenCalled();
  signal.set('here');
  expect(signal.get()).toBe('here');
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  signal.set(null);
  expect(listener).toHaveBeenCalledTimes(1);
});
