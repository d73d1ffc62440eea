/** The parts of the package that the tests use; it brings no types. */
declare module '@20minutes/s3rver' {
  interface Upload {
    readonly content: AsyncIterable<Buffer>;
  }
  export default class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly vhostBuckets: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly store: {
      putObject(object: Upload): Promise<unknown>;
      listObjects(bucket: string, options: { readonly maxKeys?: number }): Promise<unknown>;
    };
    /** `error`: without `status` it is one of the server itself; with `headerSent` nobody waits for the response. */
    on(
      event: 'error',
      listener: (error: Error & { readonly status?: number; readonly headerSent?: boolean }) => void,
    ): void;
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
