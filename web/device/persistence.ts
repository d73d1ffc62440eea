import { reportDevice } from './deviceState.ts';

/**
 * Asks the browser to keep what is stored here even when space runs out: ratings wait in that storage. The outcome goes to
 * `deviceState`. Never rejects.
 */
export async function askToPersist(): Promise<void> {
  try {
    // Missing in some browsers, and always on plain http.
    const { storage } = navigator as Partial<Navigator>;
    const isStored = storage ? (await storage.persisted()) || (await storage.persist()) : false;
    reportDevice({ storagePersisted: isStored });
  } catch {
    reportDevice({ storagePersisted: false });
  }
}
