import { useEffect, useState } from 'react';
import { markPerson } from '../../data/markPerson.ts';
import { changedValues } from '../../forms/changedValues.ts';
import { useRequestKeys } from '../../forms/useRequestKeys.ts';
import { userOf } from '../../session/machine.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { isObjectWith, storedValue } from '../../util/storedValue.ts';
import { newUuid } from '../../util/uuid.ts';

/** The values that were typed into a form and not sent. */
interface Typed<Values> {
  readonly typed: Partial<Values>;
  /** The values of these fields before. */
  readonly before: Partial<Values>;
  /** The keys of the requests that have sent values, by content. */
  readonly keys?: Readonly<Record<string, string>>;
}

/** By storage key. A draft that was thrown away can be had back until the page loads again. */
const thrownAway = new Map<string, unknown>();

/** The values with these names. */
const picked = <Values extends object>(values: Partial<Values>, names: Partial<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in names)) as Partial<Values>;

/** A draft on this device. Without storage, or with a full one, the form works without it. */
function openStore<Values extends object>(account: string, name: string) {
  const key = `personal:form-draft:${account}:${name}` as const;
  const stored = storedValue(key, isObjectWith<Typed<Values>>('typed', 'before'));
  const isSamePerson = markPerson();
  let keys = stored.read()?.keys ?? {};
  return {
    /** The draft that the form begins with. */
    begun: stored.read(),
    /** Stores what differs from the initial values, or removes the draft where nothing does. */
    write: ({ typed, before }: Typed<Values>) => {
      if (Object.keys(typed).length === 0) stored.remove();
      else if (isSamePerson()) {
        thrownAway.delete(key);
        // A field keeps the value that it had when somebody began to change it.
        stored.write({ typed, before: { ...before, ...picked(stored.read()?.before ?? {}, typed) }, keys });
      }
    },
    keyOf: (content: unknown): string => {
      const text = JSON.stringify(content);
      const key = keys[text] ?? newUuid();
      keys = { ...keys, [text]: key };
      const draft = stored.read();
      if (draft && isSamePerson()) stored.write({ ...draft, keys });
      return key;
    },
    forget: () => {
      keys = {};
      thrownAway.delete(key);
      stored.remove();
    },
    throwAway: (draft: Typed<Values>) => {
      thrownAway.set(key, draft.typed);
      stored.remove();
    },
    thrown: () => thrownAway.get(key) as Partial<Values> | undefined,
  };
}

/** The stored draft of a form. */
export type FormDraftStore<Values extends object> = ReturnType<typeof openStore<Values>>;

/**
 * Opens the draft of a form among the personal data of this device: it goes when the person changes or signs out.
 * @param name with the record's id, for example `driver:<id>`
 * @returns the draft, null without a name and without an account, and the keys of the form's requests, as `useRequestKeys` gives
 * them. A draft keeps them: sent again after somebody left the form while it was being sent, it has no second effect.
 */
export function useFormDraftStore<Values extends object>(name: string | undefined) {
  const account = userOf(useSession().state)?.id;
  const [store] = useState(() => (name && account ? openStore<Values>(account, name) : null));
  const { keyOf, forget } = { ...useRequestKeys(newUuid), ...store };
  return { store, keyOf, forget };
}

/** The initial values with the draft of a form. */
export const withDraft = <Values extends object>(
  initial: Values,
  store: FormDraftStore<Values> | null,
): Values => ({ ...initial, ...picked(store?.begun?.typed ?? {}, initial) });

/** The state of the draft of a form, and its acts, for `DraftLine`. */
export interface FormDraft {
  /**
   * `restored`: the form began with a draft. `overtaken`: and its record has changed since, in the same fields.
   * `discarded`: the draft was thrown away and can be had back.
   */
  readonly state: 'none' | 'restored' | 'overtaken' | 'discarded';
  /** Brings the form back to its initial values. */
  readonly discard: () => void;
  readonly undo: () => void;
}

interface DraftedForm<Values> {
  readonly initial: Values;
  readonly values: Values;
  readonly setValues: (change: (current: Values) => Values) => void;
  /** The initial values are those of a record. */
  readonly changesRecord?: boolean;
  /** Fields that the draft leaves out. */
  readonly notStored?: readonly (keyof Values & string)[] | undefined;
}

/** Stores the values of a form whenever they change. */
export function useFormDraft<Values extends object>(
  store: FormDraftStore<Values> | null,
  { initial, values, setValues, notStored = [], changesRecord = false }: DraftedForm<Values>,
): FormDraft | undefined {
  const typed = changedValues(initial, values);
  for (const name of notStored) delete typed[name];
  const draft: Typed<Values> = { typed, before: picked(initial, typed) };
  const text = JSON.stringify(draft);
  useEffect(() => store?.write(JSON.parse(text) as Typed<Values>), [store, text]);
  const [isRestored, setRestored] = useState(Boolean(store?.begun));
  const [isOvertaken] = useState(() => {
    const before = store?.begun?.before ?? {};
    const overtaken = changedValues<Partial<Values>>(initial, before);
    return changesRecord && Object.keys(overtaken).length > 0;
  });
  if (!store) return undefined;
  const isUnchanged = Object.keys(typed).length === 0;
  const restored = isOvertaken ? 'overtaken' : 'restored';
  const discarded = store.thrown() ? 'discarded' : 'none';
  return {
    state: isUnchanged ? discarded : isRestored ? restored : 'none',
    discard: () => {
      if (isUnchanged) return;
      store.throwAway(draft);
      setValues(() => initial);
    },
    undo: () => {
      const back = store.thrown();
      setRestored(true);
      setValues((current) => ({ ...current, ...back }));
    },
  };
}
