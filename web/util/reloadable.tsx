import { use, type ComponentType } from 'react';
import { loader } from './loader.ts';

/** A component whose code is loaded by `load`, or at the latest when it renders. */
export type Reloadable<Props> = ComponentType<Props> & { readonly load: () => Promise<unknown> };

/**
 * Like React's `lazy`, but a failed load can be retried with `load`; `lazy` remembers a failure until the page reloads.
 * The component suspends while its code loads and throws the error of the load.
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
