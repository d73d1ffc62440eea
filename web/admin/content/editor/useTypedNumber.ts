import { useState } from 'react';
import { parseWhole } from '../document/parseWhole.ts';

/**
 * A whole number while it is typed. Text that is no number leaves the document with the number of before the typing, not
 * with the beginning of the text.
 */
export function useTypedNumber(
  value: number | undefined,
  optional: boolean,
  onChange: (value: number | undefined) => void,
) {
  const [typing, setTyping] = useState<{ readonly text: string; readonly before: number | undefined } | null>(
    null,
  );
  const isNumber = (number: number | undefined | null): number is number | undefined =>
    number !== null && (number !== undefined || optional);
  const isWrong = !isNumber(typing ? parseWhole(typing.text) : value);
  return {
    /** Null while nobody types. */
    text: typing?.text ?? null,
    isWrong,
    type: (text: string) => {
      // Beside a wrong text the document has the number of before, or a later one of somebody else.
      const before = typing && !isWrong ? typing.before : value;
      const next = parseWhole(text);
      setTyping({ text, before });
      onChange(isNumber(next) ? next : before);
    },
    leave: () => {
      if (!isWrong) setTyping(null);
    },
  };
}
