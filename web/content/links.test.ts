import { expect, test } from 'vitest';
import { readFirstRelease } from '../../shared/testing/content.ts';
import { whatsappUrl } from './links.ts';
import { mailUrl } from './mailUrl.ts';

const { company } = readFirstRelease();
const chat = (whatsappNumber: string) => whatsappUrl({ ...company, whatsappNumber }, 'Hola, ¿hay auto?');

test.each([
  // As releases hold it that were published before numbers were checked.
  ['9 8765 4321', '56987654321'],
  ['987654321', '56987654321'],
  ['0987654321', '56987654321'],
  ['+56 09 8765 4321', '56987654321'],
  ['(56) 9-8765-4321', '56987654321'],
  ['+56987654321', '56987654321'],
  ['+54 9 11 2345 6789', '5491123456789'],
  ['54 9 11 2345 6789', '5491123456789'],
])('the links of a company with %j open the chat of %s', (written, digits) => {
  expect(chat(written)).toBe(`https://wa.me/${digits}?text=Hola%2C%20%C2%BFhay%20auto%3F`);
});

test.each(['', '98765432', '+98 7654321', '+987654321', '98765 43210', '+56 9 8765 432'])(
  'nobody is sent to a stranger by %j',
  (written) => {
    expect(chat(written)).toBeNull();
  },
);

test.each([
  ['ana+viajes@example.com', 'ana+viajes@example.com'],
  ['peña@example.com', 'peña@example.com'],
  // The database takes these: a passenger may have typed them.
  ['a?bcc=eve&body=x@example.com', 'a?bcc=eve&body=x@example.com'],
  ['a@example.com?cc=eve.example', 'a@example.com?cc=eve.example'],
  ['a%0d%0aBcc:eve@example.com', 'a%0d%0aBcc:eve@example.com'],
])('a mail to %j has that recipient alone, and our text', (typed, recipient) => {
  const { pathname, search } = new URL(mailUrl(typed, 'Hola & adiós'));
  expect(decodeURIComponent(pathname)).toBe(recipient);
  expect([...new URLSearchParams(search)]).toEqual([['body', 'Hola & adiós']]);
});
