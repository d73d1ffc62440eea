import type { ClientConfig } from 'pg';

/** Messages of a worker process to the primary process. */
export type FromWorker =
  | { readonly kind: 'listening' }
  | { readonly kind: 'ready'; readonly announcement: readonly string[] };

/** Messages of the primary process to a worker process. */
export interface StartOrder {
  readonly kind: 'start';
  /** Access to the built-in database; absent with DATABASE_URL. */
  readonly connection?: ClientConfig | undefined;
  /** No other worker serves yet. */
  readonly isFirst: boolean;
}
