import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { phoneOf } from '../../../shared/chile/phone.ts';
import { chileanDay } from '../../../shared/chile/time.ts';
import { useRelease } from '../../content/ContentProvider.tsx';
import { readRelease, type Release } from '../../data/content/releases.ts';
import { DataError, toDataError } from '../../data/errors.ts';
import {
  addTrip,
  changeTrip,
  getTrip,
  lastTripOf,
  type SavedTrip,
  type Trip,
} from '../../data/trips/trips.ts';
import { fieldOfError } from '../../forms/fieldOfError.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { adminKey, type ChangeForm } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useRecordForm } from '../parts/useRecordForm.ts';
import { MoreFields, Suggestion, TripFormFields } from './TripFormFields.tsx';
import { wayOf } from './tripWords.ts';
import { tripChangeOf, tripProblemsOf, tripTextsOf, type TripStart, type TripTexts } from './tripValues.ts';

interface TripFormProps extends Pick<SectionProps, 'onDone'> {
  /** Null for a new one. */
  readonly trip: Trip | null;
  /** Fills a new one in, for example with `returnOf` an earlier one. */
  readonly initial?: TripStart;
  readonly onClose: () => void;
}

/** The newest release; without a connection the one of this browser. */
function useNewestRelease(): Release {
  const { release } = useRelease();
  const newest = useQuery({ queryKey: [adminKey, 'newest-release'], queryFn: () => readRelease() });
  return newest.data ?? release;
}

const fields: Readonly<Record<string, keyof TripTexts>> = { phone_invalid: 'phone', no_such_time: 'time' };

function useTripForm(
  { trip, initial, onDone, onClose }: TripFormProps,
  release: Release,
): ChangeForm<TripTexts> {
  const t = useNamespace('trips').forms;
  /** An earlier attempt may have arrived, with other values. */
  const mayExist = useRef(false);
  const add = async (id: string, values: TripTexts): Promise<SavedTrip> => {
    const change = tripChangeOf(values, null, release);
    try {
      const added = await addTrip(id, change);
      return mayExist.current ? await changeTrip(added, change) : added;
    } catch (error) {
      mayExist.current ||= toDataError(error).retryable;
      throw error;
    }
  };
  const form: ChangeForm<TripTexts> = useRecordForm<Trip | null, TripTexts, SavedTrip>({
    record: trip,
    ...(!initial && { draft: trip ? `trip:${trip.id}` : 'trip' }),
    valuesOf: (stored) => tripTextsOf(stored ?? initial ?? { day: chileanDay(new Date()) }),
    load: ({ id }) => getTrip(id),
    save: async (values, base, keyOf) => {
      try {
        if (base) return await changeTrip(base, tripChangeOf(values, base, release));
        mayExist.current ||= form.draft?.state === 'restored';
        // One id for all attempts: a retry after a lost response makes no second trip.
        return await add(keyOf('trip'), values);
      } catch (error) {
        const { code, details, status } = toDataError(error);
        throw code === 'overlap' ? new DataError(code, t.overlap(details), status) : error;
      }
    },
    check: (values) => tripProblemsOf(values, trip === null),
    phrases: { ...t.problems, edit_conflict: t.conflict, reason_required: t.reasonRequired },
    fieldOf: (error) => fields[error.code] ?? fieldOfError(error),
    onSaved: ({ code }) => {
      onClose();
      onDone(t.saved(code));
    },
  });
  return form;
}

interface LastTripProps {
  readonly form: ChangeForm<TripTexts>;
  readonly release: Release;
  readonly last: Trip;
}

/** Offers the data of the last trip of the same number. */
function LastTrip({ form, release, last }: LastTripProps) {
  const trips = useNamespace('trips');
  const t = trips.forms;
  const { plainDay } = useFormat();
  const way = wayOf(last, { t: trips, routes: release.content.routes }, true);
  const take = () => {
    const { name, language, direction, route: id, minutes, address, from, to } = tripTextsOf(last);
    form.setValues((typed) => ({
      ...typed,
      name,
      language,
      direction,
      route: id,
      minutes,
      address,
      from,
      to,
    }));
    form.clearFieldErrors();
  };
  const day = last.day ? plainDay(last.day) : '';
  return <Suggestion text={t.lastTrip(day, way)} act={t.useLast} onPress={take} />;
}

/** Types a trip in, or corrects one. */
export function TripForm(props: TripFormProps) {
  const { trip, onClose } = props;
  const t = useNamespace('trips').forms;
  const release = useNewestRelease();
  const form = useTripForm(props, release);
  const phone = trip ? null : phoneOf(form.values.phone);
  const last = useQuery({
    queryKey: [adminKey, 'last-trip', phone],
    queryFn: ({ signal }) => (phone === null ? null : lastTripOf(phone, signal)),
    enabled: phone !== null,
  });
  return (
    <FormDialog title={trip ? t.editTitle : t.addTitle} form={form} onClose={onClose} focusesField>
      {trip?.message && (
        <p className="rounded-card border border-line px-4 py-2.5 text-small [overflow-wrap:anywhere] whitespace-pre-line">
          {trip.message}
        </p>
      )}
      <TripFormFields form={form} release={release}>
        {phone && last.data && <LastTrip form={form} release={release} last={last.data} />}
      </TripFormFields>
      <MoreFields form={form} startsOpen={trip !== null} />
    </FormDialog>
  );
}
