import { Search, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import { useTimerAfterPress } from '../../../util/time/useTimerAfterPress.ts';
import { SmallIconButton } from '../SmallButton.tsx';

export interface SearchFieldProps {
  readonly label: string;
  /** The search of the rows shown. */
  readonly value: string;
  /** Called when typing pauses. */
  readonly onSearch: (search: string) => void;
  /**
   * Takes all the room that its row has left, so that the filters follow it without a gap; on a tablet held upright a row of
   * its own, so that what the filters say is whole.
   */
  readonly wide?: boolean;
}

const pauseMs = 300;

/** The text in the field, which is sent when typing pauses. */
function useSearchText(value: string, onSearch: (search: string) => void) {
  const timer = useTimerAfterPress();
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    setSent(value);
    // The back button brought another search than the one typed last.
    if (value !== sent) setText(value);
  }

  const send = (search: string) => {
    timer.stop();
    setSent(search);
    onSearch(search);
  };
  const type = (next: string) => {
    setText(next);
    timer.start(pauseMs, () => send(next.trim()));
  };
  return { text, setText, send, type };
}

/** A search that is sent when typing pauses, and by Enter. */
export function SearchField({ label, value, onSearch, wide = false }: SearchFieldProps) {
  const { clearSearch } = useNamespace('admin');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, setText, send, type } = useSearchText(value, onSearch);
  const clear = () => {
    setText('');
    send('');
    input.current?.focus();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(text.trim());
      }}
      className={classes(
        'relative w-full min-w-40 flex-1 self-start md:min-w-56',
        wide ? 'md:max-lg:basis-full' : 'md:mr-auto md:max-w-md',
      )}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search size={22} className="pointer-events-none absolute top-3 left-3 text-ink-soft" />
      <input
        ref={input}
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        placeholder={label}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text) clear();
        }}
        className={classes(
          'min-h-12 w-full appearance-none truncate rounded-control border-2 border-line-strong bg-surface-raised pl-10.5 text-body text-ink placeholder:text-ink-soft focus-visible:outline-offset-1 [&::-webkit-search-cancel-button]:hidden',
          text ? 'pr-12' : 'pr-3',
        )}
      />
      {text && (
        <SmallIconButton
          label={clearSearch}
          icon={<X size={22} />}
          onClick={clear}
          className="absolute top-0.5 right-0.5"
        />
      )}
    </form>
  );
}
