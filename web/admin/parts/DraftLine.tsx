import { classes } from '../../ui/classes.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { FormDraft } from './useFormDraft.ts';

/** Stands where a form begins with a draft: throws it away, and brings it back. */
export function DraftLine({ draft }: { readonly draft: FormDraft | undefined }) {
  const { draft: t, removal } = useNamespace('admin');
  if (!draft || draft.state === 'none') return null;
  const { state, discard, undo } = draft;
  const isDiscarded = state === 'discarded';
  return (
    <Suggestion
      text={t[state]}
      act={isDiscarded ? removal.undo : t.discard}
      onPress={isDiscarded ? undo : discard}
    />
  );
}

interface SuggestionProps {
  readonly text: string;
  readonly act: string;
  readonly onPress: () => void;
  readonly className?: string;
}

/** A line with one act behind it. */
export function Suggestion({ text, act, onPress, className }: SuggestionProps) {
  return (
    <p className={classes('flex flex-wrap items-center gap-x-2 text-small text-ink-soft', className)}>
      <output>{text}</output>
      <span aria-hidden="true">·</span>
      <button
        type="button"
        onClick={onPress}
        className="min-h-11 font-semibold text-accent underline underline-offset-4"
      >
        {act}
      </button>
    </p>
  );
}
