import { parseAccept } from 'hono/utils/accept';
import type { BusinessEvent, Events } from '../audit/events.ts';
import type { Config } from '../config/config.ts';
import { visitorNetwork } from '../http/client-address.ts';
import type { HttpRequest, RequestHeaders } from '../http/request.ts';
import { actorOfRequest, type Actor } from '../identity/actor.ts';
import { identifyCaller, type Caller } from '../identity/caller.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Language } from '../messages/texts/index.ts';
import type { Options } from './options.ts';

/** The facts of one request that the shell, the limits, the audit log and the service need, each resolved once. */
export interface RequestContext {
  readonly headers: RequestHeaders;
  /** The client's address; undefined for a request within the process. */
  readonly address: string | undefined;
  /** The network of the address, for rate limits. */
  readonly network: string | undefined;
  /** Whether a function of this installation made the request. */
  readonly isOfFunction: boolean;
  /** The role and claims of the API key or access token, verified once. @throws TokenError */
  caller(): Promise<Caller>;
  /** As `caller` for a token that is in the cache; undefined when it has to be verified. */
  recall(token: string): Caller | undefined;
  /** The caller for the audit log: the person, when a function acts for one. @throws TokenError */
  actor(): Promise<Actor>;
  /** The chosen language if the product speaks it, else the one that the browser prefers, else the installation's. */
  language(chosen?: unknown): Language;
  /** Records an act in the audit log and the metrics, with the client's address. */
  record(event: Omit<BusinessEvent, 'address'>): void;
}

/** The rest of a longer `Accept-Language` is ignored. */
const maxAcceptLanguageCharacters = 1000;

/** The language codes that the browser accepts, the preferred one first. */
function acceptedLanguages(headers: RequestHeaders): readonly (string | undefined)[] {
  const accepted = (headers.get('accept-language') ?? '').slice(0, maxAcceptLanguageCharacters);
  return parseAccept(accepted)
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase().split('-')[0]);
}

/** The parts of `Context` that resolve the facts. */
interface Sources {
  readonly config: Pick<Config, 'keys'>;
  readonly options: Pick<Options, 'languages' | 'defaultLanguage'>;
  readonly tokens: Tokens;
  readonly events: Pick<Events, 'emit'>;
}

export function createRequestContext(
  { config, options, tokens, events }: Sources,
  http: HttpRequest,
): RequestContext {
  const { headers, address } = http;
  let identified: Promise<Caller> | undefined;
  const caller = () => (identified ??= identifyCaller(headers, config.keys, tokens));
  return {
    headers,
    address,
    network: address === undefined ? undefined : visitorNetwork(address),
    isOfFunction: http.callingFunction !== undefined,
    caller,
    recall(token) {
      const known = tokens.recall(token);
      if (!known) return undefined;
      const recalled = { role: known.claims.role, ...known };
      identified ??= Promise.resolve(recalled);
      return recalled;
    },
    actor: async () => actorOfRequest(http, await caller()),
    language(chosen) {
      for (const wanted of [chosen, ...acceptedLanguages(headers)]) {
        const spoken = options.languages.find((language) => language === wanted);
        if (spoken) return spoken;
      }
      return options.defaultLanguage;
    },
    record: (event) => events.emit({ ...event, address: address ?? '' }),
  };
}
