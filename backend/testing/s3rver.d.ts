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
    readonly store: { putObject(object: Upload): Promise<unknown> };
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
