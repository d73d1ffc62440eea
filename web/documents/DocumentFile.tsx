import { Camera, Download, Upload } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { openDocumentFile } from '../data/files/documentFiles.ts';
import { FileButton } from '../forms/FileButton.tsx';
import { useAction } from '../forms/useAction.ts';
import { Button } from '../ui/Button.tsx';
import { FieldError } from '../ui/FieldError.tsx';
import { Notice } from '../ui/Notice.tsx';

interface DocumentFileFieldProps {
  readonly label: string;
  readonly hint: string;
  /** Names a second button, for the camera of a phone or tablet: not every file picker offers it. */
  readonly cameraLabel?: string;
  /** The chosen file. */
  readonly file: File | null;
  readonly error?: string | undefined;
  readonly onFile: (file: File) => void;
  /** Stands beside the button. */
  readonly children?: ReactNode;
}

/** Chooses the photo or the PDF of a document. */
export function DocumentFileField(props: DocumentFileFieldProps) {
  const { label, hint, cameraLabel, file, error, onFile, children } = props;
  const [hintId, errorId] = [useId(), useId()];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          label={label}
          icon={<Upload size={22} aria-hidden="true" className="shrink-0" />}
          accept="application/pdf,image/*"
          describedBy={error ? `${errorId} ${hintId}` : hintId}
          isInvalid={Boolean(error)}
          onFile={onFile}
        />
        {cameraLabel && (
          <span className="hidden pointer-coarse:inline-flex">
            <FileButton
              isCamera
              label={cameraLabel}
              icon={<Camera size={22} aria-hidden="true" className="shrink-0" />}
              accept="image/*"
              describedBy={hintId}
              onFile={onFile}
            />
          </span>
        )}
        {children}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <p id={hintId} className="text-small text-ink-soft [overflow-wrap:anywhere]">
        {file?.name ?? hint}
      </p>
    </div>
  );
}

interface OpenFileButtonProps {
  /** The file's name in the bucket; null shows nothing. */
  readonly file: string | null;
  readonly label: string;
  readonly variant: 'secondary' | 'quiet';
}

/** Downloads the file of a document. */
export function OpenFileButton({ file, label, variant }: OpenFileButtonProps) {
  const { run, busy, errorText } = useAction(openDocumentFile);
  if (file === null) return null;
  return (
    <>
      <Button
        size="compact"
        variant={variant}
        icon={<Download size={20} />}
        busy={busy}
        onClick={() => run(file)}
      >
        {label}
      </Button>
      {errorText && (
        <Notice tone="error" className="w-full">
          {errorText}
        </Notice>
      )}
    </>
  );
}
