import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { SearchResult } from './results.ts';
import { useCompanySearch } from './useCompanySearch.ts';

interface CompanySearchProps {
  /** `header`: on its dark ground, with the results below it; `sheet`: the results take the place of `children`. */
  readonly variant: 'header' | 'sheet';
  readonly field?: RefObject<HTMLInputElement | null>;
  /** Takes the focus when it appears. */
  readonly focused?: boolean;
  /** Runs once a result is opened. */
  readonly onChosen?: () => void;
  readonly children?: ReactNode;
}

const variantClasses = {
  header:
    'min-h-11 border-sea bg-deep text-small text-snow placeholder:text-mist focus-visible:outline-copper-light',
  sheet: 'min-h-12 border-line-strong bg-surface-raised text-body text-ink placeholder:text-ink-soft',
};

const listOf = (id: string) => `${id}-list`;

/** One search across records, places, acts, settings and texts: arrows move, Enter opens. */
export function CompanySearch(props: CompanySearchProps) {
  const { variant, field, focused = false, onChosen, children } = props;
  const { find: t } = useNamespace('admin');
  const format = useFormat();
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  const [hasFocus, setHasFocus] = useState(false);
  const search = useCompanySearch(() => {
    input.current?.blur();
    onChosen?.();
  });
  const { results } = search;
  // The dialog around it gives the focus to another element when it opens.
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused, input]);
  const isShown = search.query !== '' && (hasFocus || variant === 'sheet');

  return (
    <div
      onFocus={() => setHasFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => setHasFocus(currentTarget.contains(relatedTarget))}
      className="relative"
    >
      <SearchInput variant={variant} input={input} isShown={isShown} id={id} search={search} />
      {isShown && (
        <div
          className={classes(
            'text-ink',
            variant === 'header'
              ? 'absolute inset-x-0 top-full z-30 mt-1.5 max-h-[70vh] min-w-96 overflow-y-auto overscroll-contain rounded-control border border-line-strong bg-surface-raised p-1.5 shadow-dialog'
              : 'mt-3',
          )}
        >
          <Results id={id} search={search} />
        </div>
      )}
      {/* Tells screen readers how much was found. */}
      <output className="sr-only">
        {isShown && !search.isBusy && t.found(results.length, format.count(results.length))}
      </output>
      {variant === 'sheet' && !isShown && children}
    </div>
  );
}

interface SearchInputProps extends Pick<CompanySearchProps, 'variant'>, ResultsProps {
  readonly input: RefObject<HTMLInputElement | null>;
  /** The results are on the screen. */
  readonly isShown: boolean;
}

function SearchInput({ variant, input, isShown, id, search }: SearchInputProps) {
  const { find: t } = useNamespace('admin');
  const { text, type, press, results, active } = search;
  return (
    <>
      <Search
        size={20}
        className={classes(
          'pointer-events-none absolute left-3',
          variant === 'header' ? 'top-3 text-mist' : 'top-3.5 text-ink-soft',
        )}
      />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={t.label}
        aria-keyshortcuts="/ Control+K"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listOf(id)}
        {...(isShown && results[active] && { 'aria-activedescendant': `${id}-${active}` })}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        placeholder={t.hint}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        className={classes(
          'w-full truncate rounded-control border-2 pr-3 pl-10.5 focus-visible:outline-offset-1',
          variantClasses[variant],
        )}
      />
    </>
  );
}

interface ResultsProps {
  /** Begins the ids of the list and of its results. */
  readonly id: string;
  readonly search: ReturnType<typeof useCompanySearch>;
}

/** The results in their groups, each below its heading. */
function Results({ id, search }: ResultsProps) {
  const { find: t } = useNamespace('admin');
  const { groups, results, active, choose, error, isBusy, query } = search;
  return (
    <>
      {error && <p className="px-3 py-2 text-small text-danger">{t.failed}</p>}
      {!error && !isBusy && results.length === 0 && (
        <p className="px-3 py-2 text-small text-ink-soft">{t.nothing(query)}</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list has no rows of several texts */}
      <div role="listbox" id={listOf(id)} aria-label={t.label} className={isBusy ? 'opacity-70' : ''}>
        {groups.map(({ heading, results: own }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of a listbox
          <div key={own[0]?.key} role="group" aria-label={heading}>
            <p aria-hidden="true" className="px-3 pt-2 text-tag font-semibold text-ink-soft">
              {heading}
            </p>
            {own.map((result) => {
              const index = results.indexOf(result);
              return (
                <Result
                  key={result.key}
                  id={`${id}-${index}`}
                  result={result}
                  active={index === active}
                  onChoose={() => choose(result)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}

interface ResultProps {
  readonly id: string;
  readonly result: SearchResult;
  readonly active: boolean;
  readonly onChoose: () => void;
}

function Result({ id, result: { title, facts }, active, onChoose }: ResultProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus; its keys choose
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a row of several texts
      role="option"
      aria-selected={active}
      ref={active ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classes(
        'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-small px-3 py-1.5 text-small',
        active ? 'bg-accent-soft text-accent' : 'hover:bg-surface-sunken',
      )}
    >
      <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{title}</span>
      {facts && <span className={classes('min-w-0', !active && 'text-ink-soft')}>{facts}</span>}
    </div>
  );
}
