import { openBuildah } from './buildah.ts';
import { works } from './commands.ts';
import { openDocker } from './docker.ts';
import type { Engine } from './engine.ts';

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
