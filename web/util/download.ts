/** Gives a text to the person as a file. */
export function downloadText(text: string, name: string, type: string): void {
  downloadBlob(new Blob([text], { type }), name);
}

function downloadBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser must have begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A file that is written part by part. */
export interface FileSink {
  readonly write: (text: string) => Promise<void>;
  /** Gives the file to the person. */
  readonly close: () => Promise<void>;
  /** Discards what was written. */
  readonly abort: () => Promise<void>;
}

interface PickerWindow {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string;
  }) => Promise<FileSystemFileHandle>;
}

/** Asks where to save the file and writes it there, so that no part stays in memory; null when the browser cannot. */
async function pickFile(name: string): Promise<FileSink | null> {
  const { showSaveFilePicker } = window as unknown as PickerWindow;
  if (!showSaveFilePicker) return null;
  const writable = await (await showSaveFilePicker.call(window, { suggestedName: name })).createWritable();
  return {
    write: (text) => writable.write(text),
    close: () => writable.close(),
    abort: () => writable.abort(),
  };
}

/** Collects the parts as blobs, which the browser may keep on disk, and downloads them at the end. */
function collectParts(name: string, type: string): FileSink {
  let parts: Blob[] = [];
  return {
    write(text) {
      parts.push(new Blob([text]));
      return Promise.resolve();
    },
    close() {
      downloadBlob(new Blob(parts, { type }), name);
      return Promise.resolve();
    },
    abort() {
      parts = [];
      return Promise.resolve();
    },
  };
}

/**
 * Opens a file for writing. Call it in the handler of a press: the browser asks for the place only then.
 * @param isLarge asks where to save, where the browser can; a smaller file goes to the downloads without a question
 * @throws DOMException `AbortError` when the person closes the question
 */
export async function openFile(name: string, type: string, isLarge: boolean): Promise<FileSink> {
  return (isLarge && (await pickFile(name))) || collectParts(name, type);
}
