import type { ObjectStoreSettings } from '../config/settings.ts';
import { folderPlace } from './folder.ts';
import type { BackupPlace } from './place.ts';
import { storePlace } from './store.ts';

interface Places {
  readonly dataDir: string | undefined;
  readonly backupStore: ObjectStoreSettings | undefined;
}

/** Where an installation's backups belong: its S3 store, else its data folder; undefined when it has neither. */
export function openBackupPlace({ dataDir, backupStore }: Places): BackupPlace | undefined {
  if (backupStore) return storePlace(backupStore);
  return dataDir === undefined ? undefined : folderPlace(dataDir);
}
