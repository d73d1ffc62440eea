import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { FoundItem } from '../../data/company/search.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../parts/useFormat.ts';
import { sectionOfKind, useCompanySearch } from './useCompanySearch.ts';

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

/** One search across drivers, vehicles, documents, devices and accounts: arrows move, Enter opens. */
export function CompanySearch({ variant, field, focused = false, onChosen, children }: CompanySearchProps) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  const [hasFocus, setHasFocus] = useState(false);
  const search = useCompanySearch(() => {
    input.current?.blur();
    onChosen?.();
  });
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
      <Announcement items={isShown && !search.isBusy ? search.items : undefined} />
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
  const { text, type, press, items, active } = search;
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
        {...(isShown && items?.[active] && { 'aria-activedescendant': `${id}-${active}` })}
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

/** Tells screen readers how much was found. */
function Announcement({ items }: { readonly items: readonly FoundItem[] | undefined }) {
  const { find: t } = useNamespace('admin');
  const format = useFormat();
  return <output className="sr-only">{items && t.found(items.length, format.count(items.length))}</output>;
}

interface ResultsProps {
  /** Begins the ids of the list and of its results. */
  readonly id: string;
  readonly search: ReturnType<typeof useCompanySearch>;
}

/** The results by kind; each group has the name of its section. */
function Results({ id, search }: ResultsProps) {
  const t = useNamespace('admin');
  const { items = [], active, choose, error, isBusy, query } = search;
  const groups = Map.groupBy(
    items.map((item, index) => ({ item, index })),
    ({ item }) => item.kind,
  );
  return (
    <>
      {error && <p className="px-3 py-2 text-small text-danger">{t.find.failed}</p>}
      {!error && !isBusy && items.length === 0 && (
        <p className="px-3 py-2 text-small text-ink-soft">{t.find.nothing(query)}</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list has no rows of several texts */}
      <div role="listbox" id={listOf(id)} aria-label={t.find.label} className={isBusy ? 'opacity-70' : ''}>
        {[...groups].map(([kind, found]) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of a listbox
          <div key={kind} role="group" aria-label={t[sectionOfKind[kind]]}>
            <p aria-hidden="true" className="px-3 pt-2 text-tag font-semibold text-ink-soft">
              {t[sectionOfKind[kind]]}
            </p>
            {found.map(({ item, index }) => (
              <Result
                key={item.id}
                id={`${id}-${index}`}
                item={item}
                active={index === active}
                onChoose={() => choose(item)}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

interface ResultProps {
  readonly id: string;
  readonly item: FoundItem;
  readonly active: boolean;
  readonly onChoose: () => void;
}

function Result({ id, item, active, onChoose }: ResultProps) {
  const { title, plate, code, owner, detail } = item;
  const shownPlate = plate && plateInPairs(plate);
  const facts = [title && shownPlate, code, detail, owner].filter(Boolean).join(' · ');
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
      <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{title || shownPlate}</span>
      {facts && <span className={classes('min-w-0', !active && 'text-ink-soft')}>{facts}</span>}
    </div>
  );
}
