import type { TodaySteps } from '../../data/company/today.ts';
import { sectionAddress } from '../parts/section.ts';

/**
 * The first steps in the order in which a new company meets them. The policy stands before the questions that lead to the
 * publication: one publication has it too, and drivers accept it as they begin.
 */
export const stepIds = [
  'company',
  'prices',
  'policy',
  'claims',
  'vehicles',
  'drivers',
  'devices',
] as const satisfies readonly (keyof TodaySteps)[];
export type StepId = (typeof stepIds)[number];

/** Where each step is done. */
export const stepAddresses: Readonly<Record<StepId, string>> = {
  company: sectionAddress('company', {}),
  prices: sectionAddress('content', { view: 'prices' }),
  claims: sectionAddress('content', { view: 'publish' }),
  vehicles: sectionAddress('vehicles', {}),
  drivers: sectionAddress('drivers', {}),
  devices: sectionAddress('devices', {}),
  policy: sectionAddress('content', { item: 'policy' }),
};

export function isDone(steps: TodaySteps, id: StepId): boolean {
  if (id !== 'company') return steps[id];
  const { name, number, tried } = steps.company;
  return name && number !== '' && tried;
}

export function openSteps(steps: TodaySteps): readonly StepId[] {
  return stepIds.filter((id) => !isDone(steps, id));
}
