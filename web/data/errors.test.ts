import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/auth-js';
import { PostgrestError } from '@supabase/postgrest-js';
import { StorageApiError, StorageUnknownError } from '@supabase/storage-js';
import { describe, expect, it } from 'vitest';
import { errors as english } from '../i18n/en/errors.ts';
import { errors as spanish } from '../i18n/es/errors.ts';
import { describeError } from '../i18n/describeError.ts';
import { toDataError, unwrap } from './errors.ts';

const refused = (code: string, message: string) =>
  new PostgrestError({ code, message, details: '', hint: '' });
const duplicate = (constraint: string) =>
  refused('23505', `duplicate key value violates unique constraint "${constraint}"`);

describe('the clients’ errors become one shape', () => {
  it.each([
    [new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'), 'invalid_credentials', 400],
    [new AuthWeakPasswordError('Too short', 422, ['length']), 'weak_password', 422],
    [new StorageApiError('too big', 413, '413', 'storage', 'EntityTooLarge'), 'EntityTooLarge', 413],
    [new StorageApiError('mime', 400, 'InvalidMimeType'), 'InvalidMimeType', 400],
    [new StorageApiError('too big', 413, '413'), 'EntityTooLarge', 413],
    [duplicate('drivers_driver_code_key'), 'driver_code_taken', 409],
    [duplicate('drivers_created_by_key'), 'driver_exists', 409],
    [duplicate('user_drivers_pkey'), 'link_exists', 409],
    [duplicate('something_else'), '23505', 409],
    [refused('42501', 'new row violates row-level security policy'), '42501', 403],
  ])('%s', (error, code, status) => {
    expect(toDataError(error, status)).toMatchObject({
      code,
      status,
      message: error.message,
      retryable: false,
    });
  });

  it.each([
    ['Chromium', new TypeError('Failed to fetch'), 'network'],
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.'), 'network'],
    ['Safari', new TypeError('Load failed'), 'network'],
    ['auth-js', new AuthRetryableFetchError('Failed to fetch', 0), 'network'],
    ['storage-js', new StorageUnknownError('Failed to fetch', new TypeError('Failed to fetch')), 'network'],
    ['postgrest-js', { message: 'TypeError: Failed to fetch', code: '', details: '', hint: '' }, 'network'],
    ['our own limit', new AuthRetryableFetchError('request_timeout', 0), 'request_timeout'],
  ])('no network, as %s says it, can be tried again', (_, error, code) => {
    expect(toDataError(error)).toMatchObject({ code, status: 0, retryable: true });
  });

  it.each([
    ['Chromium', new SyntaxError(`Unexpected token '<', "<!doctype "... is not valid JSON`)],
    ['Firefox', new SyntaxError('JSON.parse: unexpected character at line 1 column 1 of the JSON data')],
    ['Safari', new SyntaxError('JSON Parse error: Unrecognized token')],
    ['auth-js', new AuthRetryableFetchError('Unexpected end of JSON input', 0)],
    ['postgrest-js', { message: '<html>Sign in to the Wi-Fi</html>', code: '', details: '', hint: '' }],
  ])('an answer that nobody can read, as %s says it, is no lost connection', (_, error) => {
    expect(toDataError(error)).toMatchObject({ code: 'unreadable', retryable: true });
    expect(describeError(error, spanish)).not.toContain('Sin conexión');
    expect(describeError(error, spanish)).toBe(spanish.code.unreadable);
  });

  it('an overloaded server can be tried again', () => {
    expect(toDataError(new AuthRetryableFetchError('', 503)).retryable).toBe(true);
  });

  it('a transaction that was ended because another one waited for it can be tried again', () => {
    expect(toDataError(refused('40P01', 'deadlock detected'), 409)).toMatchObject({ retryable: true });
  });

  it('an answer without an error gives its data', () => {
    expect(unwrap({ data: [1], error: null })).toEqual([1]);
    expect(() => unwrap({ data: null, error: refused('42501', 'no'), status: 403 })).toThrow('no');
  });
});

describe('what a person reads', () => {
  const spoken = (error: unknown) => describeError(error, spanish);

  it('is the translation of a known code', () => {
    const wrong = new AuthApiError('Invalid login credentials', 400, 'invalid_credentials');
    expect(spoken(wrong)).toBe('Correo o contraseña incorrectos');
    expect(describeError(wrong, english)).toBe('Wrong email or password');
    expect(spoken(duplicate('drivers_driver_code_key'))).toBe('Ese código de conductor ya está registrado');
    expect(spoken(toDataError({ message: '', code: 'photo_required' }))).toBe(
      'Por favor, selecciona una imagen de perfil',
    );
    expect(spoken(toDataError({ message: '', code: 'no_user' }))).toBe('No se pudo crear el usuario');
  });

  it('is never English of the database about two calls at once, or an hour that no day has', () => {
    expect(spoken(refused('40P01', 'deadlock detected'))).toBe(spanish.code.unavailable);
    expect(spoken(refused('no_such_time', 'The clocks skip this hour'))).toBe(spanish.code.invalid_value);
  });

  it('is the message of an error whose code is unknown', () => {
    expect(spoken(new Error('Algo raro'))).toBe('Algo raro');
    expect(spoken(new AuthApiError('Something new', 422, 'brand_new_code'))).toBe('Something new');
  });

  it.each([['a string'], [undefined], [null], [42]])('is the general text for %s', (thrown) => {
    expect(spoken(thrown)).toBe('Ocurrió un error durante el proceso');
  });

  it('is about the connection when there is none', () => {
    expect(spoken(new TypeError('Failed to fetch'))).toMatch(/^Sin conexión/);
    expect(spoken(new AuthRetryableFetchError('anything', 0))).toMatch(/^Sin conexión/);
  });

  it('is never a name from the prototype', () => {
    expect(spoken(new AuthApiError('Strange', 400, 'constructor'))).toBe('Strange');
  });
});
