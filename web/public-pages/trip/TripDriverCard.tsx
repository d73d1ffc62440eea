import { Search } from 'lucide-react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { TripState } from '../../../shared/trips.ts';
import { Plate } from '../../components/Plate.tsx';
import { VehicleName } from '../../components/VehicleName.tsx';
import { WhatsappLink } from '../../components/WhatsappLink.tsx';
import { photoUrl, smallPhotoUrl } from '../../data/drivers/photoUrl.ts';
import type { PassengersDriver, PassengersTrip } from '../../data/trips/tripPage.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Photo } from '../../ui/Photo.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { PageButton } from '../PageButton.tsx';

/** Whether the passenger looks out for the driver. */
export const isExpected = (state: TripState) =>
  state === 'confirmed' || state === 'on_way' || state === 'waiting';

interface TripDriverCardProps {
  readonly trip: PassengersTrip;
  readonly driver: PassengersDriver;
}

/** The driver and the vehicle, and the plate as a sign for a passenger who does not find them. */
export function TripDriverCard({ trip, driver }: TripDriverCardProps) {
  const t = useNamespace('tripPage');
  const { common } = useMessages();
  const search = useDialog();
  const { first_name: name, license_plate: plate, photo_url: photo } = driver;
  const { state } = trip;
  const vehicle = { brandModel: driver.brand_model, colour: driver.colour };
  return (
    <section aria-label={name} className="rounded-card bg-surface-raised p-4 shadow-card">
      <div className="flex flex-wrap items-center gap-4">
        <Photo
          src={photoUrl(photo)}
          smaller={smallPhotoUrl(photo)}
          name={name}
          className="size-28 rounded-card"
        />
        <div className="flex min-w-0 flex-[1_1_9rem] flex-col items-start gap-2">
          <h2 className="headline text-title leading-none [overflow-wrap:anywhere]">{name}</h2>
          {plate && <Plate plate={plate} />}
          <VehicleName {...vehicle} className="max-w-full [overflow-wrap:anywhere]" />
        </div>
      </div>
      {isExpected(state) && plate && (
        <>
          <PageButton
            variant={state === 'waiting' ? 'primary' : 'secondary'}
            icon={Search}
            onClick={search.show}
            className="mt-4 w-full"
          >
            {t.lost}
          </PageButton>
          {/* The plate as large as the screen, to hold up or to look for, and the company's chat. */}
          <Dialog
            open={search.open}
            onClose={search.close}
            title={t.lost}
            closeLabel={common.close}
            width="wide"
          >
            <div className="flex min-h-[72dvh] flex-col items-center justify-between gap-6 text-center">
              <p className="text-lead">{t.lostText}</p>
              <div className="flex w-full flex-col items-center gap-5">
                <Plate plate={plate} variant="sign" />
                <VehicleName {...vehicle} className="headline text-title" />
              </div>
              <WhatsappLink
                message={t.lostMessage(trip.code, plateInPairs(plate))}
                label={t.whatsapp}
                className="w-full"
              />
            </div>
          </Dialog>
        </>
      )}
    </section>
  );
}
