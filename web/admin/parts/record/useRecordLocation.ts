import { useSearchParams } from 'wouter';

/** A record's page, an act of the section, or an act of a record. */
export interface OpenedRecord {
  readonly record?: string;
  readonly act?: string;
}

/** The history has this beside an address that was opened from the list: going back closes it. */
interface OpenedState {
  readonly opened?: boolean;
}
const openedState: OpenedState = { opened: true };
const wasOpened = (): boolean => (window.history.state as OpenedState | null)?.opened === true;

/** A text of the address that has this form; else empty. */
const formed = (text: string | null, form: RegExp): string => (text !== null && form.test(text) ? text : '');

/** The address as it is now, which may be newer than the last picture, with changes; empty text removes a name. */
export function changedAddress(changes: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const next = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The record and the act that are open, stored in the address: a reload shows them again, and going back closes them. */
export function useRecordLocation() {
  const [parameters, setParameters] = useSearchParams();
  const record = formed(parameters.get('record'), /^[0-9a-f-]{36}$/);
  const act = formed(parameters.get('act'), /^[a-z]+$/i);
  return {
    /** The id of the record whose page is open; empty for none. */
    record,
    /** The act that is open, of the record or of the section; empty for none. */
    act,
    /** The address of a record's page beside the list as it is. */
    addressOf: (id: string) => {
      const address = new URLSearchParams(parameters);
      address.delete('act');
      address.set('record', id);
      return `?${address}`;
    },
    /** Opens a page, an act, or an act on its record's page. Going back closes it. */
    open: (opened: OpenedRecord) => {
      // One record after the other, and one that was just created, are one step of the history: going back leads to the list.
      const isAnother = opened.record !== undefined && opened.record !== record;
      const replace = isAnother && opened.act === undefined && (record === '') !== (act === '');
      const state: unknown = replace ? window.history.state : openedState;
      setParameters(changedAddress({ act: '', ...opened }), { replace, state });
    },
    /** Closes the act that is open, else the page. */
    close: () => {
      if (wasOpened()) window.history.back();
      else setParameters(changedAddress(act ? { act: '' } : { record: '' }), { replace: true });
    },
    /** Closes act and page at once, as of a record that is being deleted. */
    leave: () => setParameters(changedAddress({ record: '', act: '' }), { replace: true }),
  };
}
