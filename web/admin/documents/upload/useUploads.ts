import { useState } from 'react';
import { normalizePlate } from '../../../../shared/chile/plate.ts';
import { findOwners, storeFile, type FoundOwner } from '../../../data/documents/documentGrid.ts';
import { useAction } from '../../../forms/useAction.ts';
import { newUuid } from '../../../util/uuid.ts';
import { useReload } from '../../parts/useChange.ts';
import { useKinds } from '../DocumentFilters.tsx';
import { assignFile, ownerNames } from './fileNames.ts';
import {
  findUploadProblem,
  judgeRows,
  type JudgedRow,
  type KnownOwners,
  type UploadRow,
} from './uploadRows.ts';

/** Files sent at the same time. */
const sentAtOnce = 3;

const isSameFile = (a: File, b: File) => a.name === b.name && a.size === b.size;

/** Owners by their plate or code; a name without an owner has an empty list. */
function byName(names: readonly string[], owners: readonly FoundOwner[]): KnownOwners {
  const found = new Map<string, readonly FoundOwner[]>(names.map((name) => [normalizePlate(name), []]));
  for (const owner of owners) found.set(owner.written, [...(found.get(owner.written) ?? []), owner]);
  return found;
}

/** The rows of the files, and the owners that the database has found for them. */
function useRows() {
  const kinds = useKinds();
  const [rows, setRows] = useState<readonly UploadRow[]>([]);
  const [known, setKnown] = useState<KnownOwners>(new Map());
  const change = (id: string, changes: Partial<UploadRow>) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  const findAll = async (names: readonly string[]) => {
    const owners = await findOwners(names);
    setKnown((before) => new Map([...before, ...byName(names, owners)]));
    return owners;
  };
  const adding = useAction(async (files: readonly File[]) => {
    const owners = await findAll(files.flatMap(({ name }) => ownerNames(name)));
    const added = await Promise.all(
      files.map(async (file): Promise<UploadRow> => {
        const { owner, kindId, expiresOn } = assignFile(file.name, kinds, owners);
        const fileProblem = await findUploadProblem(file);
        const ownerText = owner ? (owner.driver_code ?? owner.name) : '';
        return { id: newUuid(), file, fileProblem, ownerText, kindId, expiresOn, state: 'open', error: null };
      }),
    );
    setRows((all) =>
      added.reduce<readonly UploadRow[]>((list, row) => {
        const isThere = list.some(({ file }) => isSameFile(file, row.file));
        return [...list, isThere ? { ...row, fileProblem: 'sameFile' } : row];
      }, all),
    );
  });
  const finding = useAction(findAll);
  return {
    rows,
    judged: judgeRows(rows, known, kinds),
    kinds,
    errorText: adding.errorText ?? finding.errorText,
    adding: adding.busy,
    add: adding.run,
    change,
    remove: (id: string) => setRows((all) => all.filter((row) => row.id !== id)),
    /** Finds the owner of a plate or code that was typed. */
    findOwner: (text: string) => {
      if (normalizePlate(text) !== '' && !known.has(normalizePlate(text))) finding.run([text]);
    },
  };
}

/**
 * Files for documents: assigned by their names, changed by hand, and stored a few at a time. A row that failed can be sent
 * again alone.
 * @param onStored gets the number of files once every row is stored
 */
export function useUploads(onStored: (count: number) => void) {
  const table = useRows();
  const reload = useReload();
  const [stored] = useState(() => new Set<string>());

  const send = async ({ row, owner }: JudgedRow): Promise<void> => {
    if (!owner) return;
    table.change(row.id, { state: 'sending', error: null });
    const { file, kindId, expiresOn, id } = row;
    try {
      await storeFile({ owner, kindId, file, expiresOn, uploadId: id });
      stored.add(id);
      table.change(id, { state: 'stored' });
    } catch (error) {
      console.error('The file of a document could not be stored', file.name, error);
      table.change(id, { state: 'failed', error });
    }
  };
  const sending = useAction(async (some: readonly JudgedRow[]) => {
    for (const { row } of some) table.change(row.id, { state: 'waiting' });
    const queue = [...some];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await send(next);
    };
    await Promise.all(Array.from({ length: sentAtOnce }, work));
    await reload();
    if (table.rows.every(({ id }) => stored.has(id))) onStored(stored.size);
  });
  const ready = table.judged.filter(({ row, problem }) => row.state !== 'stored' && problem === null);
  return {
    ...table,
    ready,
    /** Rows that cannot be stored as they are. */
    open: table.judged.filter(({ row, problem }) => row.state !== 'stored' && problem !== null),
    busy: sending.busy,
    sendAll: () => sending.run(ready),
    retry: (row: JudgedRow) => sending.run([row]),
  };
}
