import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Today } from '../../data/company/today.ts';
import { renderIn } from '../../testing/render.tsx';
import { quietDay } from '../../testing/today.ts';
import { adminKey } from '../parts/useChange.ts';
import { useRequestSignal } from './useRequestSignal.ts';

const asked = (count: number): Today => ({ ...quietDay, lines: [{ id: 'trip_request', count, rows: [] }] });

function Panel() {
  useRequestSignal();
  return <p>Viajes</p>;
}

test('the title counts the trips to confirm, and one more sounds; fewer and the first ones do not', async () => {
  const played = vi.spyOn(AudioContext.prototype, 'createOscillator');
  onTestFinished(() => played.mockRestore());
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const show = (day: Today) => client.setQueryData([adminKey, 'today'], day);
  document.title = 'Andes Transfer';
  show(asked(2));
  const { unmount } = await renderIn(
    'es',
    <QueryClientProvider client={client}>
      <Panel />
    </QueryClientProvider>,
    [],
  );
  await expect.poll(() => document.title).toMatch(/^\(2\) /);
  expect(played).not.toHaveBeenCalled();
  show(asked(3));
  await expect.poll(() => document.title).toMatch(/^\(3\) /);
  expect(played).toHaveBeenCalledOnce();
  show(quietDay);
  await expect.poll(() => document.title).not.toMatch(/^\(/);
  show(asked(1));
  await expect.poll(() => document.title).toMatch(/^\(1\) /);
  expect(played).toHaveBeenCalledTimes(2);
  await unmount();
  expect(document.title).not.toMatch(/^\(/);
});
