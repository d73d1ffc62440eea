import { expect, test } from 'vitest';
import { readFirstRelease } from '../../../../shared/content/testing.ts';
import type { Misfit } from '../../../content/preview.ts';
import { writeAt } from '../model/tree.ts';
import { FitWalk, type FitReport, type Spot } from './FitWalk.ts';

const first = readFirstRelease();
const dearer = writeAt(first, ['routes', 'centro', 'prices'], [{ pesos: 16_000 }]);

/** A walk over screens on which nothing fits. `onMeasure` is called before each. */
function walkOver(onMeasure: (measured: number) => void = () => undefined) {
  const measured: Spot[] = [];
  const reports: FitReport[] = [];
  const misfits: readonly Misfit[] = [{ kind: 'cut', text: 'x' }];
  const measure = (_: unknown, spot: Spot) => {
    measured.push(spot);
    onMeasure(measured.length);
    return Promise.resolve(misfits);
  };
  const walk = new FitWalk(measure, (report) => reports.push(report), 0);
  return { walk, measured, reports };
}

test('every screen is looked at in every language and both orientations; later those that an edit changes', async () => {
  const { walk, measured, reports } = walkOver();
  walk.follow(first);
  await expect.poll(() => reports.length).toBe(1);
  expect(measured).toHaveLength(7 * 5 * 2);
  expect(reports[0]!.misfits).toHaveLength(7 * 5 * 2);
  walk.follow(dearer);
  await expect.poll(() => reports.length).toBe(2);
  const again = measured.slice(70);
  expect(new Set(again.map(({ screen }) => screen))).toEqual(new Set(['home', 'routes']));
  expect(again).toHaveLength(2 * 5 * 2);
  expect(reports[1]!.misfits).toHaveLength(70);
});

test('an edit stops the walk, which then goes on where it was', async () => {
  const { walk, measured, reports } = walkOver((count) => {
    if (count === 10) walk.follow(dearer);
  });
  walk.follow(first);
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]!.content).toBe(dearer);
  // Those looked at before the edit are not looked at again, except the home screen and the one that was under way.
  expect(measured.length).toBeLessThanOrEqual(70 + 10);
  walk.stop();
});
