import { expect, it } from 'vitest';
import { passwordStrength } from './passwordStrength.ts';

it.each(['', 'corta', '1234567', 'ñandúes'])('%j is short', (password) => {
  expect(passwordStrength(password)).toBe('short');
});

it.each(['12345678', 'Password1', 'contraseña2026', 'qwertyuiop', 'aaaaaaaaaa', '20021985'])(
  '%j is among the first to be guessed',
  (password) => {
    expect(passwordStrength(password)).toBe('common');
  },
);

it.each(['una clave muy larga', 'abcedario de mi abuela', 'rK8#vLq2z', 'trece gatos'])(
  '%j is long and not obvious',
  (password) => {
    expect(passwordStrength(password)).toBe('enough');
  },
);
