import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadDraft, publishDraft, saveDraft } from '../../../data/admin/drafts.ts';
import { DraftStore, type DraftServer, type DraftState } from './draftStore.ts';
import { storeWork } from './workStore.ts';

const server: DraftServer = { load: loadDraft, save: saveDraft, publish: publishDraft };

/** The draft of the content, loaded and saved while the component is shown. */
export function useDraft(): { readonly store: DraftStore; readonly state: DraftState } {
  const [store] = useState(() => new DraftStore(server, storeWork()));
  return useDraftStore(store);
}

/** Runs a draft while the component is shown. */
export function useDraftStore(store: DraftStore) {
  useEffect(() => store.start(), [store]);
  return { store, state: useSyncExternalStore(store.subscribe, store.read) };
}
