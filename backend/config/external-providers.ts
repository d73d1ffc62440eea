import * as v from 'valibot';
import { namedVariable } from './project-file.ts';

/** Issuers of the providers that need no `url`. */
export const knownIssuers: Readonly<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  gitlab: 'https://gitlab.com',
  google: 'https://accounts.google.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
};

const provider = v.object({
  enabled: v.optional(v.boolean(), false),
  /** Several ids (web, iOS, Android) are separated by commas: the first signs in, all are accepted in id tokens. */
  client_id: v.optional(v.string(), ''),
  secret: v.optional(v.string(), ''),
  /** Where the provider is: its issuer, under which `/.well-known/openid-configuration` is found. */
  url: v.optional(v.string(), ''),
  /** Where the provider sends people back to; by default our own `/auth/v1/callback`. */
  redirect_uri: v.optional(v.string(), ''),
  skip_nonce_check: v.optional(v.boolean(), false),
  /** Accounts without an e-mail address may sign in. */
  email_optional: v.optional(v.boolean(), false),
});

export type ExternalProviderSettings = v.InferOutput<typeof provider>;

/** The part of a provider's settings without which it signs nobody in, as words of a sentence; undefined when it has all. */
export function lackOf(
  name: string,
  { client_id, secret, url, redirect_uri }: ExternalProviderSettings,
): string | undefined {
  const variable = [client_id, secret, url, redirect_uri].map(namedVariable).find(Boolean);
  if (variable !== undefined) return `the environment variable ${variable}`;
  return url === '' && !Object.hasOwn(knownIssuers, name)
    ? 'the url of its OpenID Connect issuer'
    : undefined;
}

/** Describes the problem of an enabled provider to the operator; undefined when it can be used. */
function problem(name: string, { client_id, url, redirect_uri }: ExternalProviderSettings) {
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name) || name === 'email' || name === 'phone')
    return `[auth.external.${name}]: this name cannot be given to a provider`;
  if (client_id.trim() === '') return `[auth.external.${name}] needs a client_id`;
  for (const value of [url, redirect_uri])
    if (value !== '' && !(/^https?:/.test(value) && URL.canParse(value)))
      return `[auth.external.${name}]: “${value}” is not an address`;
  return undefined;
}

/**
 * `[auth.external.<name>]`: providers that people can sign in with. One that is not supported, or whose variable is not set,
 * counts as switched off: the Supabase CLI starts such a project, too. The start names it.
 */
export const externalProviders = v.pipe(
  v.record(v.string(), provider),
  v.transform((providers) =>
    Object.fromEntries(
      Object.entries(providers).map(([name, settings]) => [
        name,
        { ...settings, enabled: settings.enabled && lackOf(name, settings) === undefined },
      ]),
    ),
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [name, settings] of Object.entries(dataset.value)) {
      const message = settings.enabled ? problem(name, settings) : undefined;
      if (message !== undefined) addIssue({ message });
    }
  }),
);
