import { describe, expect, it, test } from 'vitest';
import { isNews, readArrival, withoutArrival } from './arrival.ts';

const page = 'https://taxi.example/login';
const tokens = '#access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer&type=recovery';
const expired = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid';

describe('somebody comes', () => {
  it('by a link that works', () => {
    expect(readArrival(page + tokens)).toEqual({
      kind: 'tokens',
      purpose: 'recovery',
      accessToken: 'a.b.c',
      refreshToken: 'r',
    });
    expect(readArrival(`${page}?code=123`)).toEqual({ kind: 'code' });
  });

  it('by a link that has expired, told in the fragment or in the query', () => {
    const failure = { kind: 'failure', code: 'otp_expired' };
    expect(readArrival(`${page}#${expired}`)).toEqual(failure);
    expect(readArrival(`${page}?${expired}#${expired}&sb=`)).toEqual(failure);
  });

  test('V23.2: by a link with words of its own, of which none are kept', () => {
    const address = `${page}#error=zzz&error_description=LLAME+AL+555`;
    expect(readArrival(address)).toEqual({ kind: 'failure', code: 'zzz' });
  });

  it('by the first of two links', () => {
    expect(readArrival(`${page}#message=Confirmation+link+accepted&sb=`)).toEqual({ kind: 'halfConfirmed' });
  });

  it('by itself', () => {
    expect(readArrival(page)).toBeNull();
    expect(readArrival(`${page}?page=2#list`)).toBeNull();
  });
});

it('what came of a link is news for somebody who is signed in; signing in is not', () => {
  const news = [`#${expired}`, '#message=Confirmation', tokens.replace('recovery', 'email_change')];
  for (const address of news) expect(isNews(readArrival(page + address)), address).toBe(true);
  for (const address of [tokens, '?code=123', ''])
    expect(isNews(readArrival(page + address)), address).toBe(false);
});

test('S9 no token, code or error stays in the address; the rest does', () => {
  expect(withoutArrival(page + tokens)).toBe(page);
  expect(withoutArrival(`${page}?code=123&page=2`)).toBe(`${page}?page=2`);
  expect(withoutArrival(`${page}?${expired}#${expired}`)).toBe(page);
  expect(withoutArrival(`${page}?page=2#list`)).toBe(`${page}?page=2#list`);
});
