import { beforeEach, expect, test, vi } from 'vitest';
import { takePolicy } from '../../shared/content/policy-2.ts';
import { forgetEverything } from '../data/personal.ts';
import { content } from '../testing/sampleContent.ts';
import { forgetAnswer, keepAnswer, storedAnswer } from './consent.ts';
import { policyBeforeHome, rememberHome, rememberPolicy } from './memory.ts';

const published = takePolicy(content);

beforeEach(() => {
  rememberHome(null);
  rememberPolicy(published);
  forgetAnswer('diego');
});

test('a start asks for the policy that this device knows, not while the home screen is open in this tab', () => {
  expect(policyBeforeHome('diego')).toEqual(published);
  rememberHome('diego');
  expect(policyBeforeHome('diego')).toBeNull();
  rememberHome(null);
  expect(policyBeforeHome('diego')).toEqual(published);
  keepAnswer('diego', published.policy.version);
  expect(policyBeforeHome('diego')).toBeNull();
});

test('without a network nothing is asked', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(policyBeforeHome('diego')).toBeNull();
  online.mockRestore();
  expect(policyBeforeHome('diego')).toEqual(published);
});

test('an answer is kept until it is sent, also when the driver signs out meanwhile', () => {
  expect(storedAnswer('diego')).toBe(0);
  keepAnswer('diego', 2);
  forgetEverything();
  expect([storedAnswer('diego'), storedAnswer('elena')]).toEqual([2, 0]);
  forgetAnswer('diego');
  expect(storedAnswer('diego')).toBe(0);
});
