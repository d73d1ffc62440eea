import type { Passkey } from '../../store/passkeys.ts';
import { randomUUID } from 'node:crypto';
import type { Factor } from '../../store/factors.ts';
import type { Address } from '../../store/addresses.ts';
import type { AuthUser, IdentityRow, Metadata } from '../../store/users.ts';

type Json = Record<string, unknown>;

function time(value: Date | string | null): string | undefined {
  return value === null ? undefined : new Date(value).toISOString();
}

function identityView(identity: IdentityRow): Json {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: time(identity.last_sign_in_at),
    created_at: time(identity.created_at),
    updated_at: time(identity.updated_at),
    email: identity.email ?? undefined,
  };
}

/** A second factor as the API shows it, without its secret. */
export function factorView(factor: Factor): Json {
  return {
    id: factor.id,
    created_at: time(factor.created_at),
    updated_at: time(factor.updated_at),
    status: factor.status,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    phone: factor.phone ?? undefined,
    last_challenged_at: time(factor.last_challenged_at),
  };
}

/** A user as the API shows it. Absent addresses are the empty text; JSON drops absent times, which are undefined. */
export function userView(user: AuthUser): Json {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: time(user.email_confirmed_at),
    invited_at: time(user.invited_at),
    phone: user.phone ?? '',
    phone_confirmed_at: time(user.phone_confirmed_at),
    confirmation_sent_at: time(user.confirmation_sent_at),
    confirmed_at: time(user.confirmed_at),
    recovery_sent_at: time(user.recovery_sent_at),
    new_email: user.email_change || undefined,
    email_change_sent_at: time(user.email_change_sent_at),
    new_phone: user.phone_change || undefined,
    phone_change_sent_at: time(user.phone_change_sent_at),
    reauthentication_sent_at: time(user.reauthentication_sent_at),
    last_sign_in_at: time(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map(identityView),
    factors: user.factors.length > 0 ? user.factors.map(factorView) : undefined,
    created_at: time(user.created_at),
    updated_at: time(user.updated_at),
    banned_until: time(user.banned_until),
    deleted_at: time(user.deleted_at),
    is_anonymous: user.is_anonymous,
  };
}

/** A made-up user, as the response to a sign-up with an address that has an account already. */
export function obfuscatedUserView({ provider, address }: Address, data: Metadata): Json {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email: provider === 'email' ? address : '',
    phone: provider === 'phone' ? address : '',
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** A session as the API shows it, but with the user's row. */
export interface IssuedSession {
  readonly access_token: string;
  readonly token_type: 'bearer';
  /** In seconds. */
  readonly expires_in: number;
  /** Seconds since 1970. */
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: AuthUser;
}

/** A passkey as the API shows it, without absent `friendly_name` and `last_used_at`. */
export function passkeyView({ id, friendly_name, created_at, last_used_at }: Passkey): object {
  return {
    id,
    friendly_name: friendly_name || undefined,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString(),
  };
}
