import type { Breach } from '../../data/company/breaches.ts';
import type { rights } from '../../i18n/es/fleet/rights.ts';

/** The company as it signs a notice. */
export interface Signature {
  readonly company: string;
  /** Its RUT; empty without one. */
  readonly rut: string;
  readonly contact: string;
}

/** A breach in words of one language; a value that is not known says so. */
export interface BreachFacts {
  readonly happened: string;
  readonly known: string;
  readonly people: string;
  readonly consequences: string;
  readonly measures: string;
  readonly told: string;
}

/** The report of a breach to the Agency, which is in Spanish. */
export function agencyNotice(
  { what, which_data: data }: Breach,
  facts: BreachFacts,
  { company, rut, contact }: Signature,
): string {
  return `A la Agencia de Protección de Datos Personales

Informamos una vulneración a las medidas de seguridad, según la Ley 19.628, modificada por la Ley 21.719.

Responsable: ${[company, rut && `RUT ${rut}`].filter(Boolean).join(', ')}
Contacto: ${contact}
Ocurrió el: ${facts.happened}
Se supo el: ${facts.known}

1. Naturaleza de la vulneración
${what}

2. Datos afectados
${data}

3. Número de personas
${facts.people}

4. Efectos y consecuencias posibles
${facts.consequences}

5. Medidas adoptadas
${facts.measures}

6. Aviso a las personas
${facts.told}
`;
}

/** The notice to the people concerned, in their language. */
export function peopleNotice(
  t: (typeof rights)['peopleNotice'],
  { what, which_data: data }: Breach,
  { happened, consequences, measures }: BreachFacts,
  { company, contact }: Signature,
): string {
  const facts = [`${t.data}: ${data}`, `${t.consequences}: ${consequences}`, `${t.measures}: ${measures}`];
  const parts = [t.title, t.happened(happened, what), facts.join('\n'), contact && t.write(contact), company];
  return parts.filter(Boolean).join('\n\n');
}
