import { generateSecrets } from '../backend/config/secrets.ts';
import { keySettings } from '../backend/config/settings.ts';
import { runCommand } from './command.ts';

/** `npm run secrets`: fresh keys as lines of an environment file, for servers without a data folder. */
await runCommand(async () => {
  const { publishableKey, secretKey, signingKeys } = await generateSecrets();
  const lines = {
    [keySettings.publishable.name]: publishableKey,
    [keySettings.secret.name]: secretKey,
    [keySettings.signing.name]: JSON.stringify(signingKeys),
  };
  for (const [name, value] of Object.entries(lines)) console.log(`${name}=${value}`);
});
