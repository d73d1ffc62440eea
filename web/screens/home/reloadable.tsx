import { use, type ComponentType } from 'react';

/** A component whose code is fetched when it is first shown; `preload` fetches it earlier. */
export type Reloadable<Props> = ComponentType<Props> & { readonly preload: () => Promise<unknown> };

/**
 * Like React's `lazy`, which remembers a failed fetch until the page is loaded again: here a chunk that did not
 * come is asked for anew the next time. Suspends while it loads and throws what the fetch threw.
 */
export function reloadable<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): Reloadable<Props> {
  let chunk: ReturnType<typeof load> | undefined;
  const preload = () => {
    if (!chunk) {
      chunk = load();
      chunk.catch(() => (chunk = undefined));
    }
    return chunk;
  };
  function Loaded(props: Props) {
    const { default: Content } = use(preload());
    return <Content {...props} />;
  }
  return Object.assign(Loaded, { preload });
}
