import { ChevronDown, ImageOff } from 'lucide-react';
import { useEffect, useRef, type ReactNode, Suspense, use } from 'react';
import { contentShape, type Company } from '../../../shared/content/content.ts';
import { taglineOf } from '../../../shared/content/fares.ts';
import { textIn } from '../../../shared/content/text.ts';
import { useNamespace, useNamespaceIn } from '../../i18n/namespaces.ts';
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
import { pictureUrl } from '../../content/pictureUrl.ts';
import { uploadLogo } from '../../data/content/pictures.ts';
import { useField } from '../content/editor/useField.ts';
import { Upload } from '../content/pictures/UploadPicture.tsx';
import { SmallIconButton } from '../parts/SmallButton.tsx';
import { CompanyName } from '../../components/CompanyName.tsx';
import { FactList } from '../../components/PriceFacts.tsx';
import { ShownRelease, useRelease } from '../../content/ContentProvider.tsx';
import { languageNames, type Language } from '../../i18n/languages.ts';
import { TargetLanguage, useDraftContent } from '../content/studio.ts';

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

/** The logo, and the icon that is made of it. */
function LogoField() {
  const t = useNamespace('studio').company.logo;
  const {
    value: logo,
    write,
    key,
  } = useField<Company['logo']>(['company', 'logo'], contentShape.fields.company.fields.logo);
  return (
    <div data-field={key} className="flex flex-col gap-2">
      <p className="text-small font-semibold">{t.title}</p>
      {logo && (
        <div className="flex flex-wrap items-center gap-3">
          <Pictures logo={logo} />
          <SmallIconButton
            label={t.remove}
            icon={<ImageOff size={20} />}
            isDanger
            onClick={() => write(undefined)}
          />
        </div>
      )}
      <Upload label={logo ? t.replace : t.upload} words={t} upload={uploadLogo} onUploaded={write} />
    </div>
  );
}

/** The logo, and the icon as launchers show it. */
function Pictures({ logo }: { readonly logo: NonNullable<Company['logo']> }) {
  const t = useNamespace('studio').company.logo;
  return (
    <>
      <img
        src={pictureUrl(logo)}
        alt={t.alt}
        className="h-16 max-w-40 rounded-control border border-line bg-snow object-contain p-1"
      />
      <img
        src={pictureUrl({ path: logo.icon })}
        alt={t.iconAlt}
        className="size-16 rounded-card border border-line"
      />
    </>
  );
}

/** The header and the facts below the prices as passengers will see them, in Spanish and in the language chosen. */
function PassengerView() {
  const t = useNamespace('studio').company;
  const content = useDraftContent();
  const { release } = useRelease();
  const language = use(TargetLanguage);
  return (
    <section
      aria-label={t.passengerView}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface-raised p-4 sm:p-5 lg:sticky lg:top-4"
    >
      <h3 className="headline text-lead">{t.passengerView}</h3>
      <ShownRelease release={{ ...release, content }}>
        <div className="rounded-control bg-night px-4 py-3 text-snow">
          <p className="headline text-lead leading-tight [overflow-wrap:anywhere]">
            <CompanyName />
          </p>
          <p lang="es" className="mt-0.5 text-tag text-haze">
            {taglineOf(content.company).es}
          </p>
        </div>
      </ShownRelease>
      <Suspense>
        {(['es', language] as const).map((each) => (
          <Facts key={each} company={content.company} language={each} />
        ))}
      </Suspense>
    </section>
  );
}

interface FactsProps {
  readonly company: Company;
  readonly language: Language;
}

function Facts({ company, language }: FactsProps) {
  const { noFacts } = useNamespace('studio').company;
  const { facts } = useNamespaceIn('panels', language).info;
  return (
    <div>
      <p className="text-small font-semibold text-ink-soft">
        {language === 'es'
          ? languageNames[language]
          : `${languageNames[language]}: ${textIn(taglineOf(company), language).text}`}
      </p>
      <div lang={language} className="peer">
        <FactList company={company} messages={facts} language={language} className="text-small" />
      </div>
      <p className="hidden text-small text-ink-soft peer-empty:block">{noFacts}</p>
    </div>
  );
}
