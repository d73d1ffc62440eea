import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useHeldRows } from './useListing.ts';

interface Shown {
  readonly rows: readonly { readonly id: string }[];
  readonly stale: boolean;
  readonly search: string;
}

const [ana, bruno] = [{ id: 'ana' }, { id: 'bruno' }];

function Rows(listing: Shown) {
  const { rows, isHeld, hold } = useHeldRows(listing, listing.search);
  return rows?.map((row) => (
    <button key={row.id} aria-pressed={isHeld(row)} onClick={() => hold(row)}>
      {row.id}
    </button>
  ));
}

async function showRows(first: Shown) {
  const { rerender } = await render(<Rows {...first} />);
  const rows = () =>
    page
      .getByRole('button')
      .elements()
      .map((row) => `${row.textContent} ${row.ariaPressed === 'true' ? 'held' : 'shown'}`);
  return {
    press: (name: string) => page.getByRole('button', { name }).click(),
    show: (next: Shown) => rerender(<Rows {...next} />),
    expectRows: (...expected: readonly string[]) => expect.poll(rows).toEqual(expected),
  };
}

test('a row that is pressed before the search applies stays under edit if the search finds it', async () => {
  const list = await showRows({ rows: [ana, bruno], stale: false, search: '' });
  await list.press('ana');
  await list.press('bruno');
  await list.show({ rows: [ana, bruno], stale: true, search: 'bru' });
  await list.expectRows('ana held', 'bruno held');
  await list.show({ rows: [bruno], stale: false, search: 'bru' });
  await list.expectRows('bruno held');
});

test('a row under edit stays when a change made elsewhere takes it off the page', async () => {
  const list = await showRows({ rows: [ana, bruno], stale: false, search: '' });
  await list.press('ana');
  await list.show({ rows: [bruno], stale: false, search: '' });
  await list.expectRows('ana held', 'bruno shown');
});
