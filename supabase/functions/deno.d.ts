/** The part of the hosted runtime that our functions use; our own server provides the same. */
declare const Deno: {
  serve(handler: (request: Request) => Response | Promise<Response>): void;
  readonly env: { get(name: string): string | undefined };
};
