import { expect, test } from 'vitest';
import type { Caller } from '../../identity/caller.ts';
import { privilegeOf } from './privilege.ts';

const caller = (role: string, held?: unknown): Caller => ({
  role,
  claims: { role, ...(held !== undefined && { app_metadata: { role: held } }) },
  claimsText: '',
});

test('the product names the roles that administer; nothing else in a token makes an administrator', () => {
  const roles = ['admin', 'office'];
  for (const held of roles) expect(privilegeOf(caller('authenticated', held), roles)).toBe('administrator');
  for (const held of ['owner', 'service_role', '', null, ['admin'], undefined])
    expect(privilegeOf(caller('authenticated', held), roles)).toBe('user');
  expect(privilegeOf(caller('authenticated', 'office'), ['admin'])).toBe('user');
  expect(privilegeOf(caller('anon', 'admin'), roles)).toBe('anonymous');
  expect(privilegeOf(caller('service_role'), roles)).toBe('service');
});
