import { useEffect, useId, useRef, type ReactNode } from 'react';
import { contentShape, type Company } from '../../../shared/content/content.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { TargetLanguageChoice } from '../content/editor/ItemEditor.tsx';
import { ShapeField } from '../content/editor/ShapeField.tsx';
import { CardsField, IncludedFields, NightHoursFields, ReceiptField } from './FactFields.tsx';
import { LogoField } from './LogoField.tsx';
import { PassengerView } from './PassengerView.tsx';

const { fields } = contentShape.fields.company;
const item = 'company';

interface CompanyFormProps {
  /** The key of the field to begin with; empty for none. */
  readonly field: string;
}

/** All facts of the company, and how a passenger reads them. */
export function CompanyForm({ field }: CompanyFormProps) {
  const t = useNamespace('studio').company;
  const root = useRef<HTMLDivElement>(null);

  // A problem of the publication leads to its field.
  useEffect(() => {
    const key = CSS.escape(field);
    if (field === '') return;
    root.current?.querySelector<HTMLElement>(`[data-field="${key}"]`)?.focus();
  }, [field]);

  return (
    <div ref={root} className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title={t.identity}>
          <CompanyField name="name" />
          <LogoField />
          <TargetLanguageChoice path={[item]} />
          <CompanyField name="tagline" />
        </Card>
        <Card title={t.contact}>
          <CompanyField name="whatsappNumber" />
          <Pair>
            <CompanyField name="phone" />
            <CompanyField name="email" />
          </Pair>
        </Card>
        <Card title={t.prices} hint={t.pricesHint}>
          <CompanyField name="fares" />
          <NightHoursFields />
          <IncludedFields />
          <Pair>
            <CardsField />
            <ReceiptField />
          </Pair>
        </Card>
        <Card title={t.legal} hint={t.legalHint}>
          <Pair>
            <CompanyField name="legalName" />
            <CompanyField name="rut" />
          </Pair>
          <CompanyField name="address" />
          <CompanyField name="taxDocument" />
        </Card>
        <Card title={t.screen}>
          <CompanyField name="mapsUrl" />
          <CompanyField name="reviewDisplay" />
        </Card>
      </div>
      <PassengerView />
    </div>
  );
}

function CompanyField({ name }: { readonly name: keyof Company }) {
  return <ShapeField path={[item, name]} shape={fields[name]} name={name} />;
}

function Pair({ children }: { readonly children: ReactNode }) {
  return <div className="grid gap-5 sm:grid-cols-2">{children}</div>;
}

interface CardProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Card({ title, hint, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-5 rounded-card border border-line bg-surface-raised p-4 sm:p-5"
    >
      <div>
        <h3 id={id} className="headline text-lead">
          {title}
        </h3>
        {hint && <p className="mt-1 text-small text-ink-soft">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
