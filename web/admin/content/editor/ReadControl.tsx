import { Suspense, useState } from 'react';
import { displayPhone, readPhone } from '../../../../shared/chile/phone-reading.ts';
import { isInternational, phoneOf } from '../../../../shared/chile/phone.ts';
import { readRut } from '../../../../shared/chile/rut.ts';
import type { NumberKind } from '../../../../shared/content/shape.ts';
import { Reading } from '../../../forms/Reading.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextControl, type TextControlProps } from './TextControl.tsx';

export interface ReadControlProps extends Omit<TextControlProps, 'below' | 'onBlur' | 'type' | 'isLong'> {
  readonly kind: NumberKind;
  /** Opens a chat. */
  readonly isWhatsapp: boolean;
}

/** The text as the content stores it: a number that was understood in E.164, a RUT with its dots. */
function stored(kind: NumberKind, text: string): string {
  if (kind === 'phone') return phoneOf(text) ?? text;
  const reading = readRut(text);
  return reading.kind === 'rut' ? reading.rut : text;
}

/** The stored text in groups. A number without its country stays as it is: it has a problem. */
function written(kind: NumberKind, value: string): string {
  return kind === 'phone' && isInternational(value) ? displayPhone(phoneOf(value) ?? value) : value;
}

/** A telephone number or a RUT. The document gets what was understood, and the field says so. */
export function ReadControl({ kind, isWhatsapp, value, onChange, ...rest }: ReadControlProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const reading = isWhatsapp ? 'whatsapp' : kind;
  return (
    <TextControl
      {...rest}
      value={typed ?? written(kind, value)}
      onChange={(text) => {
        setTyped(text);
        onChange(stored(kind, text));
      }}
      onBlur={() => {
        setTyped(null);
        if (stored(kind, value) !== value) onChange(stored(kind, value));
      }}
      below={
        <div className="text-small text-ink-soft empty:hidden">
          <Reading kind={reading} value={value} typing={typed !== null} />
          <Suspense>{kind === 'phone' && <Suggestion value={value} onUse={onChange} />}</Suspense>
        </div>
      }
    />
  );
}

/** Offers the number of before with its country, as it was understood. */
function Suggestion({ value, onUse }: { readonly value: string; readonly onUse: (value: string) => void }) {
  const t = useNamespace('numbers').phone;
  const reading = readPhone(value);
  if (reading.kind === 'doubt' || isInternational(value)) return null;
  return (
    <Button size="compact" variant="secondary" className="mt-1" onClick={() => onUse(reading.e164)}>
      {t.use(reading.display)}
    </Button>
  );
}
