import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadDraft, publishDraft, saveDraft } from '../../../data/content/drafts.ts';
import { userOf } from '../../../session/machine.ts';
import { useSession } from '../../../session/SessionProvider.tsx';
import { useSignal } from '../../../util/useSignal.ts';
import { adminKey } from '../../parts/useChange.ts';
import { DraftStore, type DraftServer, type DraftState } from './draftStore.ts';
import { storedWork } from './draft.ts';

/** The last save of a section that was left. The next section would otherwise find it as another person's change. */
let lastLeave: Promise<void> = Promise.resolve();

/** The draft of the content, loaded and saved while the component is shown. The day shows the state of each save. */
export function useDraft(): { readonly store: DraftStore; readonly state: DraftState } {
  const queryClient = useQueryClient();
  const account = userOf(useSession().state)?.id ?? '';
  const [store] = useState(() => {
    const save: DraftServer['save'] = async (...draft) => {
      const outcome = await saveDraft(...draft);
      void queryClient.invalidateQueries({ queryKey: [adminKey, 'today'] });
      return outcome;
    };
    const load: DraftServer['load'] = () => lastLeave.then(loadDraft);
    return new DraftStore({ load, save, publish: publishDraft }, storedWork(account));
  });
  return useDraftStore(store);
}

/** Runs a draft while the component is shown. Leaving it saves what still waits for a pause in typing. */
export function useDraftStore(store: DraftStore) {
  useEffect(() => {
    const stop = store.start();
    return () => {
      stop();
      lastLeave = store.leave();
    };
  }, [store]);
  return { store, state: useSignal(store) };
}
