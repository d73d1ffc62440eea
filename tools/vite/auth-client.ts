import type { Plugin } from 'vite';

/** Functions that the auth client imports of modules that the app does without, or loads later. */
const conversions = [
  'deserializeCredentialCreationOptions',
  'deserializeCredentialRequestOptions',
  'serializeCredentialCreationResponse',
  'serializeCredentialRequestResponse',
];
const absent = {
  './lib/webauthn': [
    'createCredential',
    'getCredential',
    'browserSupportsWebAuthn',
    'webAuthnAbortService',
    'WebAuthnApi',
  ],
  './lib/web3/ethereum': ['createSiweMessage', 'fromHex', 'getAddress', 'toHex'],
};

/** The one call of the admin API that a browser may make: ending a session by its own token. As upstream writes it. */
const adminApi = `
import { _request } from './lib/fetch';
import { resolveFetch } from './lib/helpers';
import { isAuthError } from './lib/errors';
export default class GoTrueAdminApi {
  constructor({ url = '', headers = {}, fetch }) {
    Object.assign(this, { url, headers, fetch: resolveFetch(fetch) });
  }
  async signOut(jwt, scope = 'global') {
    try {
      const options = { headers: this.headers, jwt, noResolveJson: true };
      await _request(this.fetch, 'POST', this.url + '/logout?scope=' + scope, options);
      return { data: null, error: null };
    } catch (error) {
      if (isAuthError(error)) return { data: null, error };
      throw error;
    }
  }
}`;

/** Methods of the client itself that the app never calls: sign-ins that no taxi company offers, and what goes with them. */
const absentMethods = [
  'signInAnonymously',
  'signInWith(?:Ethereum|IdToken|Otp|Solana|SSO)',
  'linkIdentity(?:IdToken|OAuth)?',
  'unlinkIdentity',
  'getUserIdentities',
  'getClaims',
  'fetchJwk',
  'resend',
  'registerPasskey',
  '_(?:getRecoveryCodesStatus|generateRecoveryCodes|verifyRecoveryCode)',
  '_(?:regenerateRecoveryCodes|unenrollRecoveryCodes)',
  '_(?:getAuthorizationDetails|approveAuthorization|denyAuthorization)',
  '_(?:listOAuthGrants|revokeOAuthGrant)',
].join('|');
/** Their code, and the lines of the constructor that name them. */
const absentCode = [
  new RegExp(`^    async (?:${absentMethods})\\(.*?^    \\}$`, 'gms'),
  new RegExp(`^ +\\w+: this\\.(?:${absentMethods})\\.bind\\(this\\),$`, 'gm'),
];

const prefix = '\0auth-client:';

/**
 * Leaves parts of the auth client out of what passengers load: the admin API, which needs a secret key; sign-ins that
 * nobody uses here; and passkeys. The client passes on the JSON of a passkey ceremony as it is.
 * `web/data/account/ceremonies.ts`, loaded when a driver presses the button, converts it with the module itself.
 */
export const slimAuthClient: Plugin = {
  name: 'slim-auth-client',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source in absent && importer?.endsWith('GoTrueClient.js') ? prefix + source : null,
  transform: (code, id) =>
    id.endsWith('/GoTrueClient.js') ? absentCode.reduce((left, each) => left.replace(each, ''), code) : null,
  load: (id) => {
    if (id.endsWith('/auth-js/dist/module/GoTrueAdminApi.js')) return adminApi;
    if (!id.startsWith(prefix)) return null;
    const source = id.slice(prefix.length) as keyof typeof absent;
    const names = absent[source].map((name) => `Absent as ${name}`);
    const passedOn = source === './lib/webauthn' ? conversions.map((name) => `same as ${name}`) : [];
    return `const same = (json) => json;\nclass Absent {}\nexport { ${[...names, ...passedOn].join(', ')} };`;
  },
};
