import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check, credentialsSchema, emailOnlySchema, registrationSchema } from './validation.ts';

const complete = {
  name: ' Diego Rojas ',
  phone: '+56912345678',
  licensePlate: 'bb·cl-12',
  driverCode: 'D-07',
  email: 'diego@example.cl',
  password: 'una clave larga',
};

describe('registration', () => {
  it('accepts a complete form and tidies it', () => {
    expect(check(registrationSchema, complete)).toEqual({
      ok: true,
      values: { ...complete, name: 'Diego Rojas', licensePlate: 'BBCL12' },
    });
  });

  it('names every field that is missing', () => {
    const blank = { name: ' ', phone: '', licensePlate: ' - ', driverCode: '', email: '' };
    expect(check(registrationSchema, blank)).toEqual({
      ok: false,
      problems: {
        name: 'required',
        phone: 'required',
        licensePlate: 'required',
        driverCode: 'required',
        email: 'required',
        password: 'required',
      },
    });
  });

  it.each(['+56912345678', '56912345678', '912345678', '123456789012345'])('takes the phone %s', (phone) => {
    expect(check(registrationSchema, { ...complete, phone }).ok).toBe(true);
  });

  it.each([
    ['9 1234 5678', '+56912345678'],
    ['+56 9 1234 5678', '+56912345678'],
    ['56912345678', '+56912345678'],
    ['(09) 8765-4321', '+56987654321'],
    ['+54 9 11 2345 6789', '+5491123456789'],
    ['٩ ١٢٣٤ ٥٦٧٨', '+56912345678'],
    ['123 456 789', '123456789'],
  ])('sends the phone %s as %s', (typed, phone) => {
    expect(check(registrationSchema, { ...complete, phone: typed })).toMatchObject({ values: { phone } });
  });

  it.each(['12345678', '1234567890123456', '9876 543', 'abcdefghi', '++56912345678'])(
    'refuses the phone %s',
    (phone) => {
      expect(check(registrationSchema, { ...complete, phone })).toEqual({
        ok: false,
        problems: { phone: 'phone' },
      });
    },
  );

  it('refuses an e-mail without a domain and a plate with other signs', () => {
    expect(check(registrationSchema, { ...complete, email: 'diego@', licensePlate: 'BB#12' })).toEqual({
      ok: false,
      problems: { email: 'email', licensePlate: 'plate' },
    });
  });

  it.each(['AB1', 'ABCD12345'])('refuses the plate %s', (licensePlate) => {
    expect(check(registrationSchema, { ...complete, licensePlate })).toEqual({
      ok: false,
      problems: { licensePlate: 'plate' },
    });
  });

  it('refuses names nobody has', () => {
    expect(check(registrationSchema, { ...complete, name: 'x'.repeat(10_000) })).toEqual({
      ok: false,
      problems: { name: 'too_long' },
    });
  });
});

describe('sign-in', () => {
  it('asks for both fields and keeps the spaces of a password', () => {
    expect(check(credentialsSchema, { email: '', password: '' })).toMatchObject({
      problems: { email: 'required', password: 'required' },
    });
    expect(check(credentialsSchema, { email: ' ana@example.cl ', password: ' x ' })).toMatchObject({
      values: { email: 'ana@example.cl', password: ' x ' },
    });
  });
});

it('M1 the signs of RFC 5322 that the backend takes are taken', () => {
  const isEmail = (email: string) => check(emailOnlySchema, { email }).ok;
  const signs = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,10}(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,9})?$/);
  fc.assert(fc.property(signs, (local) => isEmail(`${local}@example.com`)));
  for (const email of [
    "maria.o'higgins@example.com",
    'a/b=c@mail.example.co.uk',
    '{x}@xn--espaa-rta.example',
  ])
    expect(isEmail(email)).toBe(true);
  for (const email of [
    'ana@example',
    'ana@-example.com',
    'ana example.com',
    'a@b@example.com',
    'ñ@example.com',
  ])
    expect(isEmail(email)).toBe(false);
});
