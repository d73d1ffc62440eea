import { reviewReasons, type ReviewReason } from '../../shared/reviews.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';

interface ReasonChoiceProps {
  readonly chosen: readonly ReviewReason[];
  /** Receives the reasons after each tap, in the order in which they are shown. */
  readonly onChange: (reasons: readonly ReviewReason[]) => void;
  readonly onDone: () => void;
}

/** Takes as many reasons for a low rating as the passenger gives, or none. */
export function ReasonChoice({ chosen, onChange, onDone }: ReasonChoiceProps) {
  const t = useNamespace('reasons');
  const toggle = (tapped: ReviewReason) =>
    onChange(reviewReasons.filter((reason) => chosen.includes(reason) !== (reason === tapped)));
  return (
    <fieldset className="w-full text-left">
      <legend className="text-body font-semibold">{t.title}</legend>
      <p className="text-small text-ink-soft">{t.hint}</p>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2 tablet:grid-cols-3">
        {reviewReasons.map((reason) => (
          <button
            key={reason}
            type="button"
            aria-pressed={chosen.includes(reason)}
            onClick={() => toggle(reason)}
            className="min-h-target rounded-control border-2 border-line-strong bg-surface-raised px-3 py-2 font-semibold hyphens-auto transition-colors active:bg-accent-soft aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent motion-reduce:transition-none"
          >
            {t.words[reason]}
          </button>
        ))}
      </div>
      <Button variant="secondary" className="mt-3 w-full" onClick={onDone}>
        {t.done}
      </Button>
    </fieldset>
  );
}
