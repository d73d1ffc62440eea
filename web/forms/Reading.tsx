import { Suspense, type ReactNode } from 'react';
import { phonePattern } from '../../shared/limits.ts';
import { readPhone } from '../../shared/chile/phone-reading.ts';
import { contactOf, isInternational } from '../../shared/chile/contact.ts';
import { isChileanPlate, plateInPairs, platePattern } from '../../shared/chile/plate.ts';
import { normalizePlate } from '../../shared/chile/plate-reading.ts';
import { readRut } from '../../shared/chile/rut.ts';
import { chatUrl } from '../content/links.ts';
import { useNamespace } from '../i18n/namespaces.ts';

/**
 * `whatsapp` and `phone` are the company's numbers and must be recognised; a driver's `contact` may be any number of 9 to
 * 15 digits, which is stored as written if we do not recognise it.
 */
export type ReadKind = 'whatsapp' | 'phone' | 'contact' | 'plate' | 'rut';

export interface ReadingProps {
  readonly kind: ReadKind;
  readonly value: string;
  /** The person is still typing: doubts wait. */
  readonly typing: boolean;
  /** Stands there while there is nothing to say. */
  readonly otherwise?: ReactNode;
}

const words = {
  whatsapp: PhoneReading,
  phone: PhoneReading,
  contact: PhoneReading,
  plate: PlateReading,
  rut: RutReading,
};

/** Says below a field how its number, plate or RUT was understood, or why it was not. */
export function Reading(props: ReadingProps) {
  const { kind, value } = props;
  const otherwise = props.otherwise && <span>{props.otherwise}</span>;
  const Words = words[kind];
  if (value.trim() === '') return otherwise;
  return (
    <Suspense fallback={otherwise}>
      <Words {...props} otherwise={otherwise} />
    </Suspense>
  );
}

function PhoneReading({ kind, value, typing, otherwise }: ReadingProps) {
  const t = useNamespace('numbers').phone;
  const reading = readPhone(value);
  if (reading.kind === 'doubt') {
    if (typing) return otherwise;
    const contact = contactOf(value);
    const isStored = kind === 'contact' && phonePattern.test(contact);
    const doubt = t.doubts[reading.doubt];
    return <span>{isStored ? `${doubt} ${t.asWritten(contact)}` : doubt}</span>;
  }
  const { e164, display, isChilean } = reading;
  const shown = isChilean ? display : t.abroad(display);
  if (kind !== 'whatsapp') return <span>{t.understood(shown)}</span>;
  return (
    <>
      <span>{t.whatsapp(shown)} </span>
      {isInternational(value) && (
        <a
          href={chatUrl(e164.slice(1))}
          target="_blank"
          rel="noopener noreferrer"
          className="-my-2.5 inline-flex min-h-11 items-center px-1 font-semibold text-accent underline underline-offset-4"
        >
          {t.try}
          <span className="sr-only"> {t.opensNewTab}</span>
        </a>
      )}
    </>
  );
}

function PlateReading({ value, otherwise }: ReadingProps) {
  const t = useNamespace('numbers').plate;
  const plate = normalizePlate(value);
  if (!platePattern.test(plate)) return otherwise;
  return <span>{isChileanPlate(plate) ? t.understood(plateInPairs(plate)) : t.other(plate)}</span>;
}

function RutReading({ value, typing, otherwise }: ReadingProps) {
  const t = useNamespace('numbers').rut;
  const reading = readRut(value);
  if (reading.kind === 'rut') return <span>{t.understood(reading.rut)}</span>;
  return typing ? otherwise : <span>{t.doubts[reading.doubt]}</span>;
}
