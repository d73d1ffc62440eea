import { useState } from 'react';
import { Reading, type ReadKind } from './Reading.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

export interface ReadFieldProps extends TextFieldProps {
  readonly value: string;
  readonly kind: ReadKind;
}

/** A text field that says below it how it understood a number or a plate; until then, its hint. */
export function ReadField({ kind, hint, onFocus, onBlur, ...field }: ReadFieldProps) {
  const [typing, setTyping] = useState(false);
  return (
    <TextField
      {...field}
      hint={<Reading kind={kind} value={field.value} typing={typing} otherwise={hint} />}
      onFocus={(event) => {
        setTyping(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setTyping(false);
        onBlur?.(event);
      }}
    />
  );
}
