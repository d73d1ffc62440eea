import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { contentShape, type Company } from '../../../shared/content/content.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { TargetLanguageChoice } from '../content/editor/ItemEditor.tsx';
import { ShapeField } from '../content/editor/ShapeField.tsx';
import {
  BufferField,
  CardsField,
  IncludedFields,
  NightHoursFields,
  ReceiptField,
  WaitingFields,
} from './FactFields.tsx';
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
    const control = root.current?.querySelector<HTMLElement>(`[data-field="${key}"]`);
    control?.closest('details')?.setAttribute('open', '');
    control?.focus();
  }, [field]);

  return (
    <div ref={root} className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-3">
        <Group title={t.identity} open>
          <CompanyField name="name" />
          <LogoField />
          <TargetLanguageChoice path={[item]} />
          <CompanyField name="tagline" />
        </Group>
        <Group title={t.contact} open>
          <CompanyField name="whatsappNumber" />
          <Pair>
            <CompanyField name="phone" />
            <CompanyField name="email" />
          </Pair>
        </Group>
        <Group title={t.prices} hint={t.pricesHint}>
          <CompanyField name="tripRequests" />
          <WaitingFields />
          <BufferField />
          <CompanyField name="fares" />
          <NightHoursFields />
          <IncludedFields />
          <Pair>
            <CardsField />
            <ReceiptField />
          </Pair>
        </Group>
        <Group title={t.legal} hint={t.legalHint}>
          <Pair>
            <CompanyField name="legalName" />
            <CompanyField name="rut" />
          </Pair>
          <CompanyField name="address" />
          <CompanyField name="taxDocument" />
        </Group>
        <Group title={t.screen}>
          <CompanyField name="mapsUrl" />
          <CompanyField name="reviewDisplay" />
        </Group>
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

interface GroupProps {
  readonly title: string;
  readonly hint?: string;
  /** Unfolded at first. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

function Group({ title, hint, open = false, children }: GroupProps) {
  return (
    <details open={open} className="group rounded-card border border-line bg-surface-raised">
      <summary className="flex min-h-14 cursor-pointer items-center gap-3 rounded-card px-4 py-2 sm:px-5">
        <h3 className="headline text-lead">{title}</h3>
        <ChevronDown size={20} aria-hidden="true" className="ml-auto shrink-0 group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-5 px-4 pb-4 sm:px-5 sm:pb-5">
        {hint && <p className="-mt-2 text-small text-ink-soft">{hint}</p>}
        {children}
      </div>
    </details>
  );
}
