/** The program that builds and runs the image: docker, podman, or buildah where there is no daemon. */
export interface Engine extends AsyncDisposable {
  readonly name: string;
  /** Starts the container's own command on the volume, which outlives it; the server listens on `port`. */
  start(port: number): Promise<void>;
  /** Asks the server to end and waits until it has. */
  stop(): Promise<void>;
  /** Runs a command in the container as its user; gives what it prints. */
  exec(...command: readonly string[]): Promise<string>;
  readonly config: ImageConfig;
}

/** The image's own description, as docker's `Config`. */
export interface ImageConfig {
  readonly User: string;
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}
