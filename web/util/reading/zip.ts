/** A file in a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  /** Unpacked. */
  readonly sizeBytes: number;
  /** Null when it unpacks to more than `maxBytes`, whatever the directory says. @throws TypeError for damaged bytes */
  readonly open: (maxBytes: number) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** The record at the end of an archive without its comment, which has at most 65,535 bytes. */
const endBytes = 22;
const maxCommentBytes = 65_535;
/** Those of a chat with a hundred thousand photos. */
const maxDirectoryBytes = 16 * 1024 * 1024;
const [endSignature, entrySignature] = [0x06_05_4b_50, 0x02_01_4b_50];
/** The fixed parts of an entry of the directory, and of the header before the bytes of a file. */
const [entryBytes, headerBytes] = [46, 30];

async function viewOf(file: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}

async function readWithin(stream: ReadableStream<Uint8Array>, maxBytes: number) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let sizeBytes = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    sizeBytes += read.value.byteLength;
    if (sizeBytes > maxBytes) {
      await reader.cancel();
      return null;
    }
    parts.push(new Uint8Array(read.value));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function openEntry(file: Blob, packing: number, start: number, packedBytes: number): ZipEntry['open'] {
  return async (maxBytes) => {
    const header = await viewOf(file, start, start + headerBytes);
    const from = start + headerBytes + header.getUint16(26, true) + header.getUint16(28, true);
    const packed = file.slice(from, from + packedBytes).stream();
    return readWithin(
      packing === 0 ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw')),
      maxBytes,
    );
  };
}

/**
 * The files of a ZIP archive. It reads the directory alone: an exported chat with its videos has hundreds of megabytes.
 * Encrypted archives, and those beyond 4 GiB, have no entries here.
 * @throws RangeError for a damaged directory, and one of more than 16 MiB
 */
export async function zipEntries(file: Blob): Promise<readonly ZipEntry[]> {
  const tail = await viewOf(file, Math.max(0, file.size - endBytes - maxCommentBytes), file.size);
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== endSignature) end--;
  if (end < 0) return [];
  const [sizeBytes, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (sizeBytes > maxDirectoryBytes) throw new RangeError('The directory has too many bytes');
  const directory = await viewOf(file, offset, offset + sizeBytes);
  const entries: ZipEntry[] = [];
  for (
    let at = 0;
    at + entryBytes <= directory.byteLength && directory.getUint32(at, true) === entrySignature;
  ) {
    const nameBytes = directory.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + entryBytes, nameBytes));
    const isEncrypted = (directory.getUint16(at + 8, true) & 1) === 1;
    const packing = directory.getUint16(at + 10, true);
    if (!isEncrypted && (packing === 0 || packing === 8)) {
      const open = openEntry(
        file,
        packing,
        directory.getUint32(at + 42, true),
        directory.getUint32(at + 20, true),
      );
      entries.push({ name, sizeBytes: directory.getUint32(at + 24, true), open });
    }
    at += entryBytes + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
}
