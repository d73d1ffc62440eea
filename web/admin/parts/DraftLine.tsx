import { useNamespace } from '../../i18n/namespaces.ts';
import type { FormDraft } from './useFormDraft.ts';

/** Stands where a form begins with a draft: throws it away, and brings it back. */
export function DraftLine({ draft }: { readonly draft: FormDraft | undefined }) {
  const { draft: t, removal } = useNamespace('admin');
  if (!draft || draft.state === 'none') return null;
  const { state, discard, undo } = draft;
  const isDiscarded = state === 'discarded';
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
      <output>{t[state]}</output>
      <span aria-hidden="true">·</span>
      <button
        type="button"
        onClick={isDiscarded ? undo : discard}
        className="min-h-11 font-semibold text-accent underline underline-offset-4"
      >
        {isDiscarded ? removal.undo : t.discard}
      </button>
    </p>
  );
}
