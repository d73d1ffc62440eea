import { expect, test } from 'vitest';
import { OperatorError } from '../util/operator-error.ts';
import { explainPort } from './port.ts';

test('a port that the account may not open is explained; other errors stay what they are', () => {
  // As `listen` fails where ports below 1024 need rights; containers often lift that.
  const refused = Object.assign(new Error('listen EACCES: permission denied 127.0.0.1:80'), {
    code: 'EACCES',
  });
  expect(explainPort(refused, '127.0.0.1', 80)).toEqual(
    new OperatorError(
      'This account may not open port 80. Set PORT to 1024 or higher, and let a proxy listen on 80.',
    ),
  );
  const other = Object.assign(new Error('listen EMFILE'), { code: 'EMFILE' });
  expect(explainPort(other, '127.0.0.1', 80)).toBe(other);
});
