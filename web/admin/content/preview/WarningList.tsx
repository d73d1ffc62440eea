import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { languageNames } from '../../../i18n/languages.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { shorten } from '../../../util/excerpt.ts';
import { useScreenName } from './useScreenName.ts';
import type { Warning } from './warnings.ts';

/** Further warnings are counted. */
const maxShown = 60;

export interface WarningListProps {
  /** Null until everything has been looked at once. */
  readonly warnings: readonly Warning[] | null;
  readonly onOpen: (warning: Warning) => void;
}

/** Warnings of texts that passengers would not read as they were meant. Each leads to the screen and to the text. */
export function WarningList({ warnings, onOpen }: WarningListProps) {
  const t = useNamespace('content').preview;
  const screenName = useScreenName();
  const count = warnings?.length ?? 0;
  const Icon = !warnings ? Hourglass : count === 0 ? CircleCheck : TriangleAlert;
  return (
    <section aria-labelledby="warnings-title" className="min-w-0 text-small">
      <h4 id="warnings-title" aria-live="polite" className="flex items-center gap-2 font-semibold">
        <Icon size={20} className="shrink-0" />
        {warnings ? (count === 0 ? t.allFits : t.warnings(count)) : t.checking}
      </h4>
      {warnings && count > 0 && (
        <ul className="mt-1">
          {warnings.slice(0, maxShown).map((warning) => (
            <li key={warning.key} className="border-b border-line last:border-b-0">
              <button
                type="button"
                onClick={() => onOpen(warning)}
                className="flex min-h-11 w-full flex-col justify-center py-1.5 text-left [overflow-wrap:anywhere] hover:text-accent"
              >
                <span className="font-semibold">
                  {screenName(warning.screen)}, {languageNames[warning.language]}
                </span>
                <span className="text-ink-soft">
                  {t.problems[warning.kind]}: «{shorten(warning.text)}»
                </span>
              </button>
            </li>
          ))}
          {count > maxShown && <li className="py-2 text-ink-soft">{t.more(count - maxShown)}</li>}
        </ul>
      )}
    </section>
  );
}
