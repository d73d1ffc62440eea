import type { Factor, User } from '@supabase/auth-js';

const day = '2026-03-01T12:00:00Z';

/** An account with a long address, as the auth service describes it. */
export const user: User = {
  id: '0d8f2c55-1b7e-4c7c-8a3e-5f0f6d1e2a01',
  email: 'maria.jose.munoz.echeverria@transfer-aeropuerto.example.com',
  app_metadata: {},
  user_metadata: {},
  aud: 'authenticated',
  created_at: day,
};

/** A second factor that was set up: an authenticator app, or a fingerprint. */
export function factor(type: 'totp' | 'webauthn', name: string): Factor {
  return {
    id: `${type} ${name}`,
    friendly_name: name,
    factor_type: type,
    status: 'verified',
    created_at: day,
    updated_at: day,
  };
}
