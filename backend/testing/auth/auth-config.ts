import type { Config } from '../../config/config.ts';
import { protocolSettings } from '../../config/protocol.ts';

type Section = Readonly<Record<string, unknown>>;

/** A configuration whose `[auth]` section is as in the file of the project but for some keys, written as there. */
export function withAuth(changes: {
  readonly [section: string]: Section | string | boolean | number | readonly string[];
}): (config: Config) => Config {
  return (config) => {
    const { auth } = protocolSettings({ auth: changes });
    const merged: Record<string, unknown> = { ...config.protocol.auth };
    const parsed: Readonly<Record<string, unknown>> = auth;
    for (const [name, value] of Object.entries(changes)) {
      const section = parsed[name];
      const isSection = typeof value === 'object' && !Array.isArray(value);
      merged[name] = isSection
        ? {
            ...(merged[name] as Section),
            ...Object.fromEntries(Object.keys(value).map((key) => [key, (section as Section)[key]])),
          }
        : section;
    }
    return { ...config, protocol: { ...config.protocol, auth: merged as Config['protocol']['auth'] } };
  };
}
