import { diffWords } from '../../../util/diffWords.ts';

/** A text with its additions and deletions since another one, word by word. */
export function TextChange({ before, after }: { readonly before: string; readonly after: string }) {
  const pieces = diffWords(before, after);
  return (
    <span className="whitespace-pre-line">
      {pieces.map(({ kind, text }, index) => {
        // Equal pieces may repeat: only the place tells them apart.
        const key = `${index}`;
        if (kind === 'added')
          return (
            <ins key={key} className="rounded-small bg-success-soft font-semibold text-success">
              {text}
            </ins>
          );
        if (kind === 'removed')
          return (
            <del key={key} className="rounded-small bg-danger-soft text-danger">
              {text}
            </del>
          );
        return <span key={key}>{text}</span>;
      })}
    </span>
  );
}
