import { ListFilter, Search } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import type { NamedAct } from '../../registry/acts.ts';
import type { ListLocation } from '../section.ts';
import type { Filter } from './filter.ts';
import { SearchField } from './SearchField.tsx';
import type { ListWords } from './useList.tsx';
import { SmallIconButton } from '../SmallButton.tsx';

/** The main button of a list. */
export interface PrimaryAct extends NamedAct {
  /** Opens the act unless given. */
  readonly onPress?: () => void;
  /** Opens while the address names the act. */
  readonly dialog?: ReactNode;
}

export interface ToolbarProps {
  readonly location: ListLocation;
  readonly words: Pick<ListWords, 'search'>;
  /** Beside the search field on every screen. */
  readonly primary?: PrimaryAct;
  /** The other buttons of the list. */
  readonly actions?: ReactNode;
  /** Beside the search field; on a phone behind a button, like `actions`. */
  readonly filters?: ReactNode;
  readonly filter: Pick<Filter<unknown>, 'narrowed'>;
  /** A row is edited, whose button that saves is the filled one. */
  readonly isEditing: boolean;
}

interface ToolbarSearchProps extends Pick<ToolbarProps, 'location' | 'words'> {
  readonly isWide: boolean;
  /** A phone shows the button that opens the field. */
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

function ToolbarSearch({ location, words, isWide, isFolded, onFold }: ToolbarSearchProps) {
  const field = useRef<HTMLDivElement>(null);
  const unfold = () => {
    flushSync(() => onFold(false));
    field.current?.querySelector('input')?.focus();
  };
  return (
    <>
      {isFolded && (
        <SmallIconButton
          label={words.search}
          icon={<Search size={22} />}
          onClick={unfold}
          className="border-2 border-line-strong md:hidden"
        />
      )}
      <div
        ref={field}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) onFold(true);
        }}
        className={isFolded ? 'contents max-md:hidden' : 'contents'}
      >
        <SearchField
          label={words.search}
          value={location.search}
          onSearch={location.setSearch}
          wide={isWide}
        />
      </div>
    </>
  );
}

/** Search, filters and buttons: a row, in which a phone has the main button in words, and the others behind icons. */
export function Toolbar(props: ToolbarProps) {
  const { location, words, primary, actions, filters, filter, isEditing } = props;
  const { filtersAndActions } = useNamespace('admin');
  const [open, setOpen] = useState(false);
  const [isUnused, setUnused] = useState(true);
  const id = useId();
  const isFolded = primary !== undefined && isUnused && location.search === '';
  return (
    // A button that does not fit into the row stands at the end of the next one.
    <div className="flex flex-wrap items-center gap-2 md:justify-end lg:gap-x-3">
      <ToolbarSearch
        location={location}
        words={words}
        isWide={Boolean(filters)}
        isFolded={isFolded}
        onFold={setUnused}
      />
      {(filters || actions) && (
        <SmallIconButton
          label={filtersAndActions}
          icon={<ListFilter size={22} />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={classes(
            'border-2 md:hidden',
            filter.narrowed ? 'border-accent text-accent' : 'border-line-strong',
          )}
        />
      )}
      {primary && (
        <Button
          size="compact"
          variant={isEditing ? 'secondary' : 'primary'}
          icon={<primary.icon size={22} className="shrink-0" />}
          title={primary.title}
          onClick={primary.onPress ?? (() => location.open({ act: primary.id }))}
          className={classes(
            'max-md:ml-auto md:order-last',
            !isFolded && 'max-md:hidden',
            !actions && 'md:ml-auto',
          )}
        >
          {primary.title}
        </Button>
      )}
      <div
        id={id}
        className={classes('gap-2 max-md:w-full max-md:flex-col md:contents', open ? 'flex' : 'hidden')}
      >
        {filters}
        {actions && (
          <div className="flex items-center gap-2 max-md:flex-wrap md:ml-auto lg:gap-3">{actions}</div>
        )}
      </div>
    </div>
  );
}
