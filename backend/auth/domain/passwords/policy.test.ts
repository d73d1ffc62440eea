import { expect, test } from 'vitest';
import type { AuthSettings } from '../../../config/auth-settings.ts';
import { protocolSettings } from '../../../config/protocol.ts';
import { collectCommonWords, loadCommonestPasswords } from './common-passwords.ts';
import { passwordWeakness } from './policy.ts';

const words = await collectCommonWords(['Walking Club', 'verano', 'montaña']);

function settings(requirements: AuthSettings['password_requirements'] = ''): AuthSettings {
  const auth = {
    minimum_password_length: 8,
    password_requirements: requirements,
    password_refuse_common: true,
  };
  return protocolSettings({ auth }).auth;
}

function reasons(password: string, requirements?: AuthSettings['password_requirements']) {
  return passwordWeakness(password, settings(requirements), words)?.reasons;
}

test.each([
  'password1',
  'PASSWORD!!',
  'verano1234',
  '2026verano',
  'Montaña 1',
  'walkingclub',
  'Walking Club 2026',
  '1234567890',
  'qwertyuiop',
  'zzzzzzzzzz',
  '20021985',
  'P4ssw0rd!',
  'v3r4n0v3r4n0',
  'abcabcabc',
  'veranoverano',
  '4rfv5tgb',
  'iloveyou2',
  'minecraft12',
  'Cristiano7',
])('A4 “%s” is rejected as common', (password) => expect(reasons(password)).toEqual(['pwned']));

test.each([
  'santiago de noche llueve',
  'club hacia el cerro',
  'mi perro come 3 peras',
  'kq7-Lm2.vZ',
  'trece gatos',
  '7 caballos verdes',
])('“%s” is accepted', (password) => expect(reasons(password)).toBeUndefined());

test('A3 length is counted in characters, not in bytes', () => {
  expect(reasons('ñññ🚕🚕áé')).toEqual(['length']);
  expect(reasons('ñññ🚕🚕áéí')).toBeUndefined();
});

test('required characters are named', () => {
  expect(reasons('Faro del sur', 'letters_digits')).toEqual(['characters']);
  expect(reasons('faro del sur 7', 'lower_upper_letters_digits')).toEqual(['characters']);
  expect(reasons('Faro del sur 7', 'lower_upper_letters_digits')).toBeUndefined();
  expect(reasons('Faro.del.sur.7', 'lower_upper_letters_digits_symbols')).toBeUndefined();
  expect(passwordWeakness('Faro', settings('letters_digits'), words)?.message).toBe(
    'Password should be at least 8 characters. Password should contain at least one character of each: ' +
      'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.',
  );
});

test('A4 the most common passwords are rejected, the first three thousand and the rest', async () => {
  const commonestPasswords = await loadCommonestPasswords();
  expect(commonestPasswords.slice(0, 3)).toEqual(['123456', 'password', '12345678']);
  expect(commonestPasswords.length).toBeGreaterThan(3000);
  const accepted = commonestPasswords.filter((password) => !reasons(password)?.length);
  expect(accepted).toEqual([]);
});

test('common passwords are rejected only if configured', () => {
  const lenient = protocolSettings({ auth: {} }).auth;
  expect(passwordWeakness('password', lenient, words)).toBeUndefined();
  expect(passwordWeakness('short', lenient, words)?.reasons).toEqual(['length']);
});
