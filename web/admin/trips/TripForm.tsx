import { useRef, useState, type FormEvent } from 'react';
import { phoneOf } from '../../../shared/chile/phone.ts';
import { bufferMinutesOf } from '../../../shared/content/waiting.ts';
import { chileanDay } from '../../../shared/chile/time.ts';
import { useRelease } from '../../content/ContentProvider.tsx';
import { readRelease, type Release } from '../../data/content/releases.ts';
import { DataError, toDataError } from '../../data/errors.ts';
import {
  addTrip,
  changeTrip,
  getTrip,
  lastTripOf,
  tripOfCode,
  type SavedTrip,
  type Trip,
} from '../../data/trips/trips.ts';
import { fieldOfError } from '../../forms/fieldOfError.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { Suggestion } from '../parts/DraftLine.tsx';
import type { ChangeForm } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useRecordForm } from '../parts/useRecordForm.ts';
import { useTripData, useClosing } from './TripChanges.tsx';
import { MoreFields, TripFormFields } from './TripFormFields.tsx';
import { useTripWords } from './tripWords.ts';
import { tripChangeOf, tripProblemsOf, tripTextsOf, type TripStart, type TripTexts } from './tripValues.ts';

interface TripFormProps {
  /** Null for a new one. */
  readonly trip: Trip | null;
  /** Fills a new one in, for example with `returnOf` an earlier one. */
  readonly initial?: TripStart;
  readonly onClose: () => void;
}

const fields: Readonly<Record<string, keyof TripTexts>> = { phone_invalid: 'phone', no_such_time: 'time' };

/** The name of the button that saves although the trip overlaps another one. */
const anywayName = 'anyway';

const isAnyway = ({ nativeEvent }: FormEvent): boolean =>
  nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.getAttribute('name') === anywayName;

/** The form, and whether the last attempt met a trip of the same driver or vehicle, which a second button allows. */
function useTripForm({ trip, initial, onClose }: TripFormProps, release: Release) {
  const close = useClosing({ onClose });
  const t = useNamespace('trips').forms;
  const [met, setMet] = useState<Trip | null>(null);
  const allowed = useRef<readonly string[]>([]);
  /** An earlier attempt may have arrived, with other values. */
  const mayExist = useRef(false);
  const form: ChangeForm<TripTexts> = useRecordForm<Trip | null, TripTexts, SavedTrip>({
    record: trip,
    ...(!initial && { draft: trip ? `trip:${trip.id}` : 'trip' }),
    valuesOf: (stored) => {
      const buffer_minutes = bufferMinutesOf(release.content.company);
      return tripTextsOf(stored ?? { buffer_minutes, ...(initial ?? { day: chileanDay(new Date()) }) });
    },
    load: ({ id }) => getTrip(id),
    save: async (values, base, keyOf) => {
      const change = { values: tripChangeOf(values, base, release), allowed: allowed.current };
      try {
        if (base) return await changeTrip(base, change);
        mayExist.current ||= form.draft?.state === 'restored';
        // One id for all attempts: a retry after a lost response makes no second trip.
        const added = await addTrip(keyOf('trip'), change);
        return mayExist.current ? await changeTrip(added, change) : added;
      } catch (error) {
        const { code, details, status, retryable } = toDataError(error);
        mayExist.current ||= retryable;
        setMet(code === 'overlap' ? await tripOfCode(details).catch(() => null) : null);
        throw code === 'overlap' ? new DataError(code, t.overlap(details), status) : error;
      }
    },
    check: (values) => tripProblemsOf(values, trip === null),
    phrases: { ...t.problems, edit_conflict: t.conflict, reason_required: t.reasonRequired },
    fieldOf: (error) => fields[error.code] ?? fieldOfError(error),
    onSaved: ({ code }) => close(t.saved(code)),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // Each attempt asks anew: the time may be another one by then.
    allowed.current = met && isAnyway(event) ? [...allowed.current, met.id] : [];
    form.onSubmit(event);
  };
  return { form: { ...form, onSubmit }, isOverlap: met !== null };
}

/** Types a trip in, or corrects one. */
export function TripForm(props: TripFormProps) {
  const { trip, onClose } = props;
  const t = useNamespace('trips').forms;
  const { plainDay } = useFormat();
  const { way } = useTripWords();
  const { release: own } = useRelease();
  // Without a connection the one of this browser.
  const release = useTripData(['newest-release'], () => readRelease()).data ?? own;
  const { form, isOverlap } = useTripForm(props, release);
  const phone = trip ? null : phoneOf(form.values.phone);
  const { data: last } = useTripData(
    ['last-trip', phone],
    async (signal) => phone && lastTripOf(phone, signal),
  );
  const take = (from: Trip) => {
    const { name, language, direction, route, minutes, address, ...ends } = tripTextsOf(from);
    const taken = { name, language, direction, route, minutes, address, from: ends.from, to: ends.to };
    form.setValues((typed) => ({ ...typed, ...taken }));
    form.clearFieldErrors();
  };
  return (
    <FormDialog
      title={trip ? t.editTitle : t.addTitle}
      form={form}
      {...(isOverlap && { next: { name: anywayName, label: t.saveAnyway } })}
      onClose={onClose}
      focusesField
    >
      {trip?.message && (
        <p className="rounded-card border border-line px-4 py-2.5 text-small [overflow-wrap:anywhere] whitespace-pre-line">
          {trip.message}
        </p>
      )}
      <TripFormFields form={form} release={release}>
        {last && (
          <Suggestion
            className="-mt-2"
            text={t.lastTrip(last.day ? plainDay(last.day) : '', way(last))}
            act={t.useLast}
            onPress={() => take(last)}
          />
        )}
      </TripFormFields>
      <MoreFields form={form} startsOpen={trip !== null} />
    </FormDialog>
  );
}
