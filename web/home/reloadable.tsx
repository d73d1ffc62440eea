import { use, type ComponentType } from 'react';
import { loader } from '../util/loader.ts';

/** A component whose code is fetched by `load`, or at the latest when it is shown. */
export type Reloadable<Props> = ComponentType<Props> & { readonly load: () => Promise<unknown> };

/**
 * Like React's `lazy`, which remembers a failed fetch until the page is loaded again: here calling `load` tries
 * again. Suspends while the code is fetched and throws what the fetch threw.
 */
export function reloadable<Props extends object>(
  fetch: () => Promise<{ readonly default: ComponentType<Props> }>,
): Reloadable<Props> {
  const { load, current } = loader(fetch);
  function Loaded(props: Props) {
    const { default: Content } = use(current());
    return <Content {...props} />;
  }
  return Object.assign(Loaded, { load });
}
