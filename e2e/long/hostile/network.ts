/** Where the product under attack answers, and the key that is in every page. */
export interface Target {
  /** Without a slash at the end. */
  readonly url: string;
  readonly publishableKey: string;
}

/** One network on the internet, as the installation's proxy tells it apart. */
export interface Network {
  readonly target: Target;
  /** IPv4 or IPv6. */
  readonly address: string;
  /** The headers that the proxy in front adds. */
  readonly headers: Readonly<Record<string, string>>;
  /** A request with the publishable key. `path` begins with a slash; headers of `init` win. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** As `send`, with a JSON body. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

/** A network that reaches the product through the proxy that the installation trusts. */
export function createNetwork(target: Target, address: string): Network {
  const headers = { 'x-forwarded-for': address };
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(target.url + path, {
      ...init,
      headers: { apikey: target.publishableKey, ...headers, ...(init.headers as Record<string, string>) },
    });
  return {
    target,
    address,
    headers,
    send,
    post: (path, body, more = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...more },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}
