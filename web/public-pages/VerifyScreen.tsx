import { BadgeCheck, Hourglass, ShieldAlert } from 'lucide-react';
import { lazy, useCallback } from 'react';
import { plateInPairs } from '../../shared/chile/plate.ts';
import { photoUrl, smallPhotoUrl } from '../data/drivers/photoUrl.ts';
import { verifyDriver, type VerifiedDriver } from '../data/drivers/verification.ts';
import { useLoad } from '../data/useLoad.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { Optional } from '../ui/Boundary.tsx';
import { Photo } from '../ui/Photo.tsx';
import { Plate } from '../components/Plate.tsx';
import { VehicleName } from '../components/VehicleName.tsx';
import { BookLink, CompanyLink, HelpLink } from './Links.tsx';
import { LoadFailure, Message, PageLoading } from './Message.tsx';
import { ShareButton } from './ShareButton.tsx';

const EmergencyNumbers = lazy(() => import('../components/EmergencyNumbers.tsx'));

interface VerifyScreenProps {
  readonly code: string;
  /** The load that began before the page rendered. */
  readonly asked: Promise<VerifiedDriver | null>;
}

/** Shows the driver with this code to the passenger, and to anybody the passenger sends the page to. */
export default function VerifyScreen({ code, asked }: VerifyScreenProps) {
  const ask = useCallback(() => verifyDriver(code), [code]);
  const { value, error, reload } = useLoad(ask, asked);
  const { verify } = useNamespace('publicPages');
  if (error) return <LoadFailure failure={error} onRetry={reload} />;
  if (value === undefined) return <PageLoading />;
  if (value) return <KnownDriver driver={value} code={code} />;
  return (
    <Message
      tone="warning"
      icon={<ShieldAlert size={52} />}
      title={verify.unknownTitle}
      text={verify.unknownText}
    >
      <CompanyLink />
    </Message>
  );
}

function KnownDriver({ driver, code }: { readonly driver: VerifiedDriver; readonly code: string }) {
  const { verify } = useNamespace('publicPages');
  const { first_name: name, license_plate: plate } = driver;
  return (
    <main className="mx-auto grid w-full max-w-lg flex-1 grid-cols-1 content-start gap-4 px-5 py-5 sm:content-center sm:gap-6 lg:max-w-5xl lg:grid-cols-[minmax(0,28rem)_1fr] lg:items-center lg:gap-12">
      <Photo
        src={photoUrl(driver.photo_url)}
        smaller={smallPhotoUrl(driver.photo_url)}
        name={name}
        className="aspect-square w-52 max-w-full justify-self-center rounded-card shadow-card sm:w-full sm:max-w-110 lg:max-w-none"
      />
      <div className="flex flex-col gap-4 sm:gap-5">
        <div className="flex flex-col items-center gap-3 sm:gap-4 lg:items-start">
          <h1 className="headline text-[min(var(--text-display),11vw)] leading-none">{name}</h1>
          {plate && <Plate plate={plate} variant="large" />}
          <VehicleName
            brandModel={driver.brand_model}
            colour={driver.colour}
            className="max-w-full text-lead [overflow-wrap:anywhere]"
          />
        </div>
        {driver.authorised_on ? <Authorised day={driver.authorised_on} /> : <Unverified />}
        {plate && <p className="text-ink-soft">{verify.compare}</p>}
        <ShareButton
          label={verify.share}
          title={verify.title}
          text={verify.shareText(name, plate && plateInPairs(plate))}
          url={window.location.origin + window.location.pathname}
        />
        <BookLink />
        <HelpLink code={code} />
        <Optional>
          <EmergencyNumbers />
        </Optional>
      </div>
    </main>
  );
}

function Authorised({ day }: { readonly day: string }) {
  const { language } = useLanguage();
  const { verify } = useNamespace('publicPages');
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeZone: 'UTC' });
  return (
    <p className="flex items-center gap-4 rounded-card bg-success-soft px-[min(1rem,5vw)] py-3 text-success sm:py-4">
      <BadgeCheck size={44} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0">
        <strong className="headline block text-[min(1.25rem,9vw)] leading-tight">{verify.authorised}</strong>
        <time dateTime={day} className="block text-balance">
          {format.format(new Date(`${day}T00:00:00Z`))}
        </time>
      </span>
    </p>
  );
}

/** Anybody can register: the page must not vouch for a driver whom no administrator has verified. */
function Unverified() {
  const { verify } = useNamespace('publicPages');
  return (
    <p className="flex items-center gap-4 rounded-card bg-accent-soft px-[min(1rem,5vw)] py-3 text-accent sm:py-4">
      <Hourglass size={36} className="shrink-0" aria-hidden="true" />
      <strong className="headline min-w-0 text-[min(1.25rem,9vw)] leading-tight">{verify.unverified}</strong>
    </p>
  );
}
