import { Copy } from 'lucide-react';
import { useAction } from '../../forms/useAction.ts';
import { SmallButton } from './SmallButton.tsx';

interface CopyButtonProps {
  readonly text: string;
  readonly words: { readonly copy: string; readonly copied: string };
  /** With the name of what is copied, where several buttons have the same text. */
  readonly label?: string | undefined;
  /** Shown where the browser does not copy: the text itself, or what to do. */
  readonly otherwise: string;
}

/** Copies a text, and says so. */
export function CopyButton({ text, words, label, otherwise }: CopyButtonProps) {
  const copying = useAction(() => navigator.clipboard.writeText(text));
  return (
    <>
      <SmallButton icon={Copy} busy={copying.busy} aria-label={label} onClick={() => copying.run()}>
        {copying.done ? words.copied : words.copy}
      </SmallButton>
      {copying.error && (
        <p role="alert" className="w-full text-small [overflow-wrap:anywhere]">
          {otherwise}
        </p>
      )}
    </>
  );
}
