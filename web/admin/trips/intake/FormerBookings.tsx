import { useNamespace } from '../../../i18n/namespaces.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useStoredValue } from '../../../util/useSignal.ts';
import type { SectionProps } from '../../parts/section.ts';
import { useChange } from '../../parts/useChange.ts';
import { useFormat } from '../../parts/useFormat.ts';
import { useDone } from '../TripChanges.tsx';
import { noBookings, storedBookings } from './formerBookings.ts';
import { useOutcomeText, usePriceReleases } from './takeInParts.ts';
import { uploadFormer } from './uploadFormer.ts';
import { SmallButton } from '../../parts/SmallButton.tsx';

/** Offers to upload the bookings that an earlier version kept in this browser; nothing where there are none. */
export function FormerBookings({ ownId }: Pick<SectionProps, 'ownId'>) {
  const onDone = useDone();
  const t = useNamespace('trips').forms;
  const { count } = useFormat();
  const releasesOf = usePriceReleases();
  const outcomeText = useOutcomeText();
  const stored = storedBookings(ownId);
  const list = useStoredValue(stored) ?? noBookings;
  const upload = useChange(
    () => uploadFormer(list, releasesOf),
    ({ messages, taken }) => {
      if (taken.length === messages.length) stored.remove();
      onDone(outcomeText(messages, taken));
    },
  );
  const number = list.bookings.length + list.unread.length;
  if (number === 0) return null;
  return (
    <Notice tone="info" className="mb-4">
      <p>{t.former(number, count(number))}</p>
      <p className="text-small font-normal">{t.formerHint}</p>
      <SmallButton className="mt-2" busy={upload.busy} onClick={() => upload.run()}>
        {t.upload}
      </SmallButton>
      {upload.errorText && (
        <p role="alert" className="mt-2 text-danger">
          <span>{t.uploadFailed}</span> <span>{upload.errorText}</span>
        </p>
      )}
    </Notice>
  );
}
