import { Download, Printer } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link } from 'wouter';
import { isLanguage } from '../../../shared/languages.ts';
import { chatUrl } from '../../content/links.ts';
import { downloadPersonalFile, type PersonalData } from '../../data/accounts/personalData.ts';
import {
  createRightsLink,
  identifyRightsAuthor,
  readAuthorData,
  setRightsDriver,
  type OpenedRequest,
  type RightsRequest,
} from '../../data/tickets/rightsRequests.ts';
import { rightsRequestUrl } from '../../data/publicAddress.ts';
import { TextField } from '../../forms/TextField.tsx';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { Optional } from '../../ui/Boundary.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ChatLink } from '../parts/ChatLink.tsx';
import { DriverPicker } from '../parts/DriverPicker.tsx';
import { sectionAddress, useOnDone } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

const DataCopy = lazy(() => import('./DataCopy.tsx'));

interface PartProps {
  readonly row: RightsRequest;
}

type AuthorProps = PartProps & Pick<OpenedRequest, 'driver'>;

/** Proves who the author is, and finds the author's data. */
export function AuthorData({ row, driver }: AuthorProps) {
  const isOpen = row.outcome === null;
  const isProved =
    row.account_id === null ? row.confirmed_at !== null : row.account_id === row.proved_account_id;
  return (
    <>
      {!isProved && (isOpen || row.account_id !== null) && <Identity row={row} />}
      <StoredData row={row} driver={driver} />
    </>
  );
}

/** A link for the contact, which confirms whoever reads it, or the word of the administrator. */
function Identity({ row }: PartProps) {
  const say = useOnDone();
  const { confirm: t } = useNamespace('rights');
  const [link, setLink] = useState<{ readonly url: string; readonly text: string } | null>(null);
  const making = useChange(
    async () => {
      const language = isLanguage(row.language) ? row.language : 'es';
      const url = rightsRequestUrl(await createRightsLink(row.id), language);
      const { rights } = await loadNamespace('replies', language);
      return { url, text: rights.confirm(row.number, url) };
    },
    (made) => setLink(made),
  );
  const identifying = useChange(
    () => identifyRightsAuthor(row.id),
    () => say(t.done),
  );
  const errorText = making.errorText ?? identifying.errorText;
  return (
    <div className="flex flex-col gap-3">
      {link === null ? (
        <SmallButton busy={making.busy} onClick={() => making.run()}>
          {t.link}
        </SmallButton>
      ) : (
        <>
          <TextField label={t.made} value={link.url} readOnly onFocus={({ target }) => target.select()} />
          {row.phone !== null && (
            <ChatLink href={chatUrl(row.phone.replace('+', ''), link.text)}>{t.whatsapp}</ChatLink>
          )}
        </>
      )}
      <p className="text-small text-ink-soft">{t.linkHint}</p>
      <SmallButton busy={identifying.busy} onClick={() => identifying.run()}>
        {t.identified}
      </SmallButton>
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </div>
  );
}

const linkClasses = 'inline-flex min-h-11 items-center text-accent underline underline-offset-4';

/** The data of a driver's account, and the cases and trips of a passenger. */
function StoredData({ row, driver }: AuthorProps) {
  const say = useOnDone();
  const { account: t } = useNamespace('rights');
  const choosing = useChange(
    (chosen: string) => setRightsDriver(row.id, chosen),
    () => say(t.saved),
    { user_not_found: t.none },
  );
  const contact = row.email ?? row.phone;
  return (
    <div className="flex flex-col gap-3">
      {(row.account_id === null || row.outcome === null) && row.person !== 'passenger' && (
        // Begins anew after each choice.
        <DriverPicker
          key={row.account_id}
          label={t.choose}
          value={null}
          error={choosing.errorText}
          onChange={(chosen) => {
            if (chosen && chosen.id !== driver?.id) choosing.run(chosen.id);
          }}
        />
      )}
      {row.account_id !== null && <AuthorCopies row={row} />}
      {row.person !== 'driver' && (
        <p className="flex flex-wrap gap-x-4">
          {contact !== null && (
            <Link href={sectionAddress('cases', { search: contact })} className={linkClasses}>
              {t.passenger}
            </Link>
          )}
          {/* A trip may have only the name, because somebody else has booked it. */}
          {(contact ?? row.name) !== null && (
            <Link
              href={sectionAddress('trips', { search: contact ?? row.name ?? '' })}
              className={linkClasses}
            >
              {t.passengerTrips}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

/** Everything that is kept about the author, on paper or as a file. */
function AuthorCopies({ row }: Pick<PartProps, 'row'>) {
  const { account: t } = useNamespace('rights');
  const [copy, setCopy] = useState<PersonalData | null>(null);
  const reading = useChange(
    (_use: (data: PersonalData) => void) => readAuthorData(row.id),
    (data, use) => use(data),
    { not_confirmed: t.first },
  );
  return (
    <>
      <SmallButton icon={Printer} busy={reading.busy} onClick={() => reading.run(setCopy)}>
        {t.print}
      </SmallButton>
      <SmallButton
        icon={Download}
        busy={reading.busy}
        onClick={() => reading.run((data) => downloadPersonalFile(row.number, data))}
      >
        {t.download}
      </SmallButton>
      <p className="text-small text-ink-soft">{t.hint}</p>
      {reading.errorText && <Notice tone="error">{reading.errorText}</Notice>}
      {copy && (
        <Optional>
          <DataCopy row={row} data={copy} onClose={() => setCopy(null)} />
        </Optional>
      )}
    </>
  );
}
