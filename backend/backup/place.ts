import type { Queryable } from '../db/database.ts';

/** A backup that counts: whole, and read back. */
export interface StoredBackup {
  readonly name: string;
  readonly madeAt: Date;
}

/** Where scheduled backups are kept. */
export interface BackupPlace extends Disposable {
  /**
   * Marks the place as this database's own, where others could reach it.
   * @throws ForeignStoreError when it is another's; ObjectStoreError
   */
  claim(db: Queryable): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly StoredBackup[]>;
  /** Time of the newest backup, for metrics: as of the last listing where listing takes a request. */
  newest(): Promise<Date | undefined>;
  /**
   * Makes a backup and keeps it under a name.
   * @param write makes the archive at a path
   * @returns the result of `write`, and where the backup is
   */
  keep<Made extends object>(
    name: string,
    write: (path: string) => Promise<Made>,
  ): Promise<Made & { readonly path: string }>;
  /** Removes all backups but the `keep` newest. */
  removeOld(keep: number): Promise<void>;
}
