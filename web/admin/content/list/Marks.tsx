import { Check, Minus, RefreshCw, Scissors, type LucideIcon } from 'lucide-react';
import type { WordsState } from '../../../../shared/content/words.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { languageNames, languages, type Language } from '../../../i18n/languages.ts';
import { classes } from '../../../ui/classes.ts';
import type { States } from '../model/items.ts';

/** `cut`: the text does not fit the passenger's screen. */
export type TextState = WordsState | 'cut';

/** Each state has its own icon and edge, besides its colour. */
const variants: Readonly<Record<TextState, { readonly className: string; readonly Icon: LucideIcon }>> = {
  done: { className: 'border-transparent text-ink-soft [&>svg]:text-success', Icon: Check },
  outdated: { className: 'border-accent bg-accent-soft text-accent', Icon: RefreshCw },
  missing: { className: 'border-dashed border-danger text-danger', Icon: Minus },
  cut: { className: 'border-danger bg-danger-soft text-danger', Icon: Scissors },
};

export interface MarkProps {
  readonly language: Language;
  readonly state: TextState;
}

/** The state of the texts in one language. */
export function Mark({ language, state }: MarkProps) {
  const t = useNamespace('studio');
  const { className, Icon } = variants[state];
  const text = `${languageNames[language]}: ${t.states[state]}`;
  return (
    <span
      title={text}
      className={classes(
        'inline-flex items-center gap-0.5 rounded-small border px-1 text-tag leading-6 font-semibold',
        className,
      )}
    >
      <Icon size={14} strokeWidth={3} aria-hidden="true" />
      <span aria-hidden="true">{language}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** The state of the texts in each language. */
export function Marks({ states }: { readonly states: States }) {
  return (
    <span className="flex shrink-0 gap-0.5">
      {languages.map((language) => (
        <Mark key={language} language={language} state={states[language]} />
      ))}
    </span>
  );
}
