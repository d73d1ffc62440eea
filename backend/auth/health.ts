import packageFile from '../package.json' with { type: 'json' };

/** GET /health */
export function health(): object {
  return { version: packageFile.version, name: 'auth', description: 'Accounts and sessions' };
}
