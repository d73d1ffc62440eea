import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UsageCount } from '../../shared/usage.ts';
import { noUsage, withBatch, withUse } from './batches.ts';

const today = '2026-11-26';
const use = (fields: Partial<UsageCount> = {}): UsageCount => ({
  day: today,
  name: 'airport',
  language: 'de',
  uses: 1,
  ...fields,
});

test('uses of one day, name and language are one entry; a batch on its way never changes', () => {
  const counted = [use(), use(), use({ language: 'es' })].reduce(withUse, noUsage);
  const sent = withBatch(counted, 'first', today);
  expect(sent).toEqual({
    open: {},
    batch: { key: 'first', uses: [use({ uses: 2 }), use({ language: 'es' })] },
  });
  const more = withUse(sent, use());
  expect(withBatch(more, 'second', today)).toEqual(more);
});

test('counts older than a month go, and a batch is never too large', () => {
  const old = withUse(noUsage, use({ day: '2026-09-01' }));
  expect(withBatch(old, 'key', today)).toEqual(noUsage);
  const languages = Array.from({ length: 450 }, (_, index) => use({ language: `l${index}` }));
  const { open, batch } = withBatch(languages.reduce(withUse, noUsage), 'key', today);
  expect([Object.keys(open).length, batch?.uses.length]).toEqual([50, 400]);
});

/** A device, and a server that knows the keys of the batches that it has. */
type Event = 'use' | 'stored' | 'lost' | 'answer lost' | 'killed';

test('whatever is lost on the way, and whenever the page ends, each use counts once', () => {
  const events = fc.array(fc.constantFrom<Event>('use', 'stored', 'lost', 'answer lost', 'killed'), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(events, (happened) => {
      let device = noUsage;
      let used = 0;
      let key = 0;
      const server = new Map<string, number>();
      const deliver = (event: Event) => {
        device = withBatch(device, `batch ${(key += 1)}`, today);
        const { batch } = device;
        // Killed: the batch is stored, and nothing was sent.
        if (!batch || event === 'killed' || event === 'lost') return;
        server.set(
          batch.key,
          batch.uses.reduce((sum, { uses }) => sum + uses, 0),
        );
        if (event === 'stored') device = { open: device.open, batch: null };
      };
      for (const event of happened) {
        if (event === 'use') {
          device = withUse(device, use());
          used += 1;
        } else deliver(event);
      }
      deliver('stored');
      deliver('stored');
      expect([...server.values()].reduce((sum, uses) => sum + uses, 0)).toBe(used);
    }),
    { numRuns: 2_000 },
  );
});
