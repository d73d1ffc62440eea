/** Explanations of the operating system's error codes, for the operator. */
const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  ENOENT: 'no file or folder can be made there',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this account is used up',
  EFBIG: 'the file would be larger than this account or the disk allows',
  ENAMETOOLONG: 'its name is too long',
};

/** Says in words why a file or folder cannot be made or written; the error's own message where there are none. */
export function explainFileError(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

/** Whether an error says that a disk is full: the operating system's code, or PostgreSQL's. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === '53100';
}
