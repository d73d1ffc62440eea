/** What our functions use of the hosted runtime; our own server gives the same. */
declare const Deno: {
  serve(handler: (request: Request) => Response | Promise<Response>): void;
  readonly env: { get(name: string): string | undefined };
};
