import { works } from './commands.ts';
import { openBuildah } from './buildah.ts';
import { openDocker } from './docker.ts';

/** What builds and runs the image: docker, podman, or buildah where there is no daemon. */
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

/** What the image says about itself, as docker's `Config`. */
export interface ImageConfig {
  readonly User: string;
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/**
 * Builds the image of this checkout with what the machine has.
 * @throws Error when it has nothing that builds images, or when the build fails
 */
export function buildImage(root: string): Promise<Engine> {
  for (const program of ['docker', 'podman']) if (works(program, 'info')) return openDocker(program, root);
  if (works('buildah', '--version') && works('debootstrap', '--version')) return openBuildah(root);
  throw new Error(
    'Nothing here builds container images. Start docker or podman, or as root: apt-get install buildah debootstrap',
  );
}
