import { expect, test } from 'vitest';
import { collectCommonWords } from '../backend/auth/domain/passwords/common-passwords.ts';
import { passwordWeakness } from '../backend/auth/domain/passwords/policy.ts';
import { protocolSettings } from '../backend/config/protocol.ts';
import { commonPasswords } from './common-passwords.ts';

const words = await collectCommonWords(['Andes Transfer', ...commonPasswords]);
const { auth: settings } = protocolSettings({ auth: { password_refuse_common: true } });

const reasons = (password: string) => passwordWeakness(password, settings, words)?.reasons;

test.each([
  'Contraseña123',
  'santiago2026',
  '2026santiago',
  'Viña del Mar 1',
  'colo-colo 1925',
  'andestransfer',
  'Andes Transfer 2026',
  's4nt14g0',
  'poiuytrewq',
  'Juan Carlos 1987',
  'TRANSFER#2026',
  'aeropuerto99',
])('A4 “%s” is rejected as common', (password) => expect(reasons(password)).toEqual(['pwned']));

test.each(['santiago de noche llueve', 'transfer hacia el cerro', 'mi perro come 3 peras'])(
  '“%s” is accepted',
  (password) => expect(reasons(password)).toBeUndefined(),
);

test('A4 rejects names, places and words of the trade, with digits and signs around them too', () => {
  for (const word of [
    'pudahuel',
    'conductor',
    'chofer',
    'valparaiso',
    'teamomucho',
    'antofagasta',
    'taxista',
  ])
    for (const password of [`${word}12345678`, `1999${word}2026`, `${word.toUpperCase()}!!!!!!`])
      expect(reasons(password), password).toContain('pwned');
});
