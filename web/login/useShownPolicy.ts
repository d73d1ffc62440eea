import type { PublishedPolicy } from '../../shared/content/policy.ts';
import { getPublishedPolicy } from '../data/content/consents.ts';
import { DataError, toDataError } from '../data/errors.ts';
import { useLoad } from '../data/useLoad.ts';

export interface ShownPolicy {
  /** Undefined until it is there. */
  readonly published: PublishedPolicy | undefined;
  /**
   * Runs a registration with the version that the form shows. Loads the policy again when it was missing, or when a
   * newer one has been published: the same form can then be sent again.
   */
  readonly accept: <Result>(register: (version: number) => Promise<Result>) => Promise<Result>;
}

/** The published privacy policy, for a form that accepts it when it is sent. */
export function useShownPolicy(isRegistering = true): ShownPolicy {
  const { value: published, error, reload } = useLoad(isRegistering ? getPublishedPolicy : undefined);
  return {
    published,
    accept: async (register) => {
      if (!published) {
        reload();
        throw error ?? new DataError('request_timeout', '');
      }
      try {
        return await register(published.policy.version);
      } catch (failure) {
        if (toDataError(failure).code === 'policy_changed') reload();
        throw failure;
      }
    },
  };
}
