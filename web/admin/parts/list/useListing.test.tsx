import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useHeldRows } from './useListing.ts';

const [ana, bruno] = [{ id: 'ana' }, { id: 'bruno' }];

test('a row that is pressed before the search applies stays under edit if the search finds it', async () => {
  const { result, rerender, act } = await renderHook((listing) => useHeldRows(listing!, listing!.search), {
    initialProps: { rows: [ana, bruno], stale: false, search: '' },
  });
  await act(() => {
    result.current.hold(ana);
    result.current.hold(bruno);
  });
  await rerender({ rows: [ana, bruno], stale: true, search: 'bru' });
  expect(result.current.isHeld(bruno)).toBe(true);
  await rerender({ rows: [bruno], stale: false, search: 'bru' });
  expect(result.current.rows).toEqual([bruno]);
  expect([ana, bruno].map(result.current.isHeld)).toEqual([false, true]);
});

test('a row under edit stays when a change made elsewhere takes it off the page', async () => {
  const { result, rerender, act } = await renderHook((listing) => useHeldRows(listing!, listing!.search), {
    initialProps: { rows: [ana, bruno], stale: false, search: '' },
  });
  await act(() => result.current.hold(ana));
  await rerender({ rows: [bruno], stale: false, search: '' });
  expect(result.current.rows).toEqual([ana, bruno]);
});
