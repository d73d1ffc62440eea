import { Check, X } from 'lucide-react';
import { phoneOf } from '../../../shared/chile/phone.ts';
import { chatUrl } from '../../content/links.ts';
import {
  readListedDriver,
  type ListedDriver,
  decidePhoto,
  type PhotoDecision,
} from '../../data/drivers/driverRecords.ts';
import { photoUrl } from '../../data/drivers/photoUrl.ts';
import { Plate } from '../../components/Plate.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Photo } from '../../ui/Photo.tsx';
import { CasesCard } from '../cases/CasesCard.tsx';
import { DevicesCard } from '../devices/DevicesCard.tsx';
import { DocumentsCard } from '../documents/DocumentsCard.tsx';
import { PapersCard } from '../printing/PapersCard.tsx';
import { ReviewsCard } from '../reviews/ReviewsCard.tsx';
import { ShiftsCard } from '../shifts/ShiftsCard.tsx';
import { PageActs, type RecordAct } from '../parts/record/acts.tsx';
import { RecordPage } from '../parts/record/RecordPage.tsx';
import { ChatLink } from '../parts/ChatLink.tsx';
import { Contact } from '../parts/Contact.tsx';
import type { SectionProps } from '../parts/section.ts';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { DriverRating } from './columns.tsx';
import { DaysOffCard } from './DaysOffCard.tsx';
import { DriverEditor } from './DriverEditor.tsx';
import { DriverStateLine, SharedCode, WaitingBadge } from './DriverState.tsx';
import { useChange } from '../parts/useChange.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

interface DriverPageProps extends Pick<SectionProps, 'location' | 'onDone'> {
  readonly acts: readonly RecordAct<ListedDriver>[];
}

/** Everything about a driver: what is due, contact, documents, shifts, reviews, cases, tablets, printed papers. */
export function DriverPage(props: DriverPageProps) {
  return (
    <RecordPage name="drivers" read={readListedDriver} titleOf={({ name }) => name}>
      {(driver) => <Content driver={driver} {...props} />}
    </RecordPage>
  );
}

interface ContentProps extends DriverPageProps {
  readonly driver: ListedDriver;
}

function Content({ driver, acts, location, onDone }: ContentProps) {
  const { driverList: t, moreActions } = useNamespace('admin');
  const { id, name } = driver;
  const saved = () => {
    location.close();
    onDone(t.saved(name));
  };
  return (
    <>
      <PageActs row={driver} acts={acts} moreLabel={moreActions(name)} />
      {location.act === 'edit' ? (
        <DriverEditor driver={driver} onCancel={location.close} onSaved={saved} />
      ) : (
        <Facts driver={driver} />
      )}
      <PhotoReview driver={driver} onDone={onDone} />
      <div className="columns-[24rem] gap-4 *:mb-4">
        <DocumentsCard owner="driver" id={id} onDone={onDone} />
        <ShiftsCard of={{ driver: id }} />
        <ReviewsCard of={{ driver: id }} />
        <CasesCard driver={id} />
        {driver.state !== 'left' && <DaysOffCard driver={driver} onDone={onDone} />}
        <DevicesCard owner="driver" />
        <PapersCard owner="driver" />
      </div>
    </>
  );
}

function Facts({ driver }: Pick<ContentProps, 'driver'>) {
  const { driver: labels } = useMessages();
  const t = useNamespace('admin');
  const { id, name, contact, license_plate: plate, driver_code: code, has_account: hasAccount } = driver;
  const digits = phoneOf(contact ?? '')?.slice(1);
  const facts = [
    [t.driverList.filter, <DriverStateLine key="state" driver={driver} />],
    [labels.short.phone, contact && <Contact key="phone" inFull contact={contact} />],
    [labels.short.licensePlate, plate && <Plate key="plate" variant="tag" plate={plate} />],
    [labels.short.driverCode, code],
    [t.record.account, hasAccount ? t.record.hasAccount : t.record.noAccount],
  ] as const;
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <Photo src={photoUrl(driver.photo_url)} name={name} className="size-24 rounded-card md:size-32" />
      <div className="min-w-0 flex-1 basis-64 max-md:order-1">
        <RecordFacts facts={facts} />
        <SharedCode driver={driver} />
      </div>
      <div className="flex flex-col items-start gap-2">
        <DriverRating driver={driver} key={id} />
        {digits && <ChatLink href={chatUrl(digits)}>WhatsApp</ChatLink>}
      </div>
    </div>
  );
}

/** Shows the photo that waits for approval beside the one that passengers see; nothing for a driver without one. */
function PhotoReview({ driver, onDone }: Pick<ContentProps, 'driver' | 'onDone'>) {
  const { driverPhoto: t } = useNamespace('admin');
  const { busy, errorText, run } = useChange(
    (decision: PhotoDecision) => decidePhoto(driver, decision),
    ({ name }, decision) => onDone(decision === 'accept' ? t.accepted(name) : t.rejected(name)),
    { edit_conflict: t.changed },
  );
  if (!driver.pending_photo_url) return null;
  return (
    <span className="mt-2 mb-1 flex flex-col items-start gap-2">
      <WaitingBadge>{t.waiting}</WaitingBadge>
      <span className="grid w-full max-w-60 grid-cols-2 gap-3">
        <LabelledPhoto label={t.current} stored={driver.photo_url} name={driver.name} />
        <LabelledPhoto label={t.next} stored={driver.pending_photo_url} name={driver.name} />
      </span>
      <span className="flex flex-wrap gap-2">
        <SmallButton
          icon={Check}
          busy={busy}
          aria-label={t.acceptOf(driver.name)}
          onClick={() => run('accept')}
        >
          {t.accept}
        </SmallButton>
        <SmallButton icon={X} busy={busy} aria-label={t.rejectOf(driver.name)} onClick={() => run('reject')}>
          {t.reject}
        </SmallButton>
      </span>
      {errorText && (
        <span role="alert" className="text-small text-danger">
          {errorText}
        </span>
      )}
    </span>
  );
}

interface LabelledPhotoProps {
  readonly label: string;
  /** As in the driver record. */
  readonly stored: string | null;
  readonly name: string;
}

function LabelledPhoto({ label, stored, name }: LabelledPhotoProps) {
  return (
    <span className="flex flex-col gap-1">
      <Photo
        src={photoUrl(stored)}
        name={`${label}: ${name}`}
        className="aspect-square w-full rounded-card"
      />
      <span aria-hidden="true" className="text-small text-ink-soft">
        {label}
      </span>
    </span>
  );
}
