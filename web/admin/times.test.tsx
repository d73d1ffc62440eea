import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { shiftRecords } from '../i18n/es/fleet/shiftRecords.ts';
import { devices } from '../testing/looks.ts';
import { caseRows, longLists, openSection } from '../testing/panelLists.tsx';
import { adminKey } from './parts/useChange.ts';

const [wide] = devices;
const main = page.getByRole('main');

/** The response of a list, with one row alone. */
const only = (name: 'cases' | 'audit', row: unknown) =>
  [[adminKey, name, longLists[name][0], 1], { rows: [row], page: 1, total: 1 }] as const;

/** Answers the requests whose address has a text in it until the test ends. @returns their bodies */
function serve(part: string, respond: () => Response) {
  const bodies: unknown[] = [];
  const served = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const isMeant = String(input instanceof Request ? input.url : input).includes(part);
    if (!isMeant) return Promise.resolve(Response.json([]));
    bodies.push(JSON.parse(String(init?.body ?? null)));
    return Promise.resolve(respond());
  });
  onTestFinished(() => served.mockRestore());
  return bodies;
}

// 02:30 on the computer of these tests.
test.each(['vehicles', 'reviews', 'audit'] as const)(
  'the times of %s are those of Chile, however the computer is set',
  async (id) => {
    await page.viewport(wide.width, wide.height);
    await openSection(id);
    await expect.element(main.getByText(/24 nov.*09:30/).first()).toBeVisible();
  },
);

test('a case that came shortly before midnight in Chile came that day in the list and on its page', async () => {
  const id = '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b10';
  const row = { ...caseRows[0]!, id, created_at: '2026-11-25T02:30:00Z' };
  serve('case_list', () => Response.json([row]));
  await page.viewport(wide.width, wide.height);
  await openSection('cases', {
    loaded: [
      only('cases', row),
      [[adminKey, 'cases', 'record', id], { row, timeline: [], driverContact: null }],
    ],
  });
  await expect.element(main.getByText('24 nov 2026', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: new RegExp(row.number) }).click();
  await expect.element(page.getByText(/^mar 24 nov( 2026)?, 23:30$/)).toBeVisible();
});

test('an end that is corrected to 18:00 is one of 18:00 in the log', async () => {
  const sent = serve('correct_shift_end', () => new Response(null, { status: 204 }));
  await page.viewport(wide.width, wide.height);
  const panel = await openSection('shifts');
  await page.getByRole('button', { name: shiftRecords.correct('Ana Soto', 'BB·CD·10') }).click();
  await page.getByLabelText(shiftRecords.end.time).fill('18:00');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent).toHaveLength(1);
  // Its closing goes back in the history, which would take the next section away.
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await panel.unmount();
  const { ended_at: end } = sent[0] as { readonly ended_at: string };
  const [entry] = longLists.audit[1];
  const payload = { ...entry!.payload, action: 'shift_corrected', traits: { ended_after: end } };
  await openSection('audit', { loaded: [only('audit', { ...entry, payload })] });
  await expect.element(main.getByText(/mar 24 nov( 2026)?, 18:00/)).toBeVisible();
});
