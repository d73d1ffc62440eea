import { useEffect, useEffectEvent } from 'react';
import { languages, type Language } from '../i18n/languages.ts';
import { useSignal } from '../util/useSignal.ts';
import { boarding, useKnownDay } from './tripStore.ts';
import { useTripReading } from './useTripReading.ts';

/** The trip whose passenger sits behind the tablet. */
export interface Ride {
  readonly id: string;
  /** The text of the name sign, while the passenger has just got in; else null. */
  readonly text: string | null;
  /** Null for one that the app does not have. */
  readonly language: Language | null;
}

/** The passenger is greeted by name for this time after the driver's tap. */
const greetedForMs = 3 * 60_000;

interface TripWatchProps {
  readonly driverId: string;
  /** Null once nobody is on board. */
  readonly onRide: (ride: Ride | null) => void;
}

/** Reads the driver's trips on a tablet, and tells who is on board. */
export default function TripWatch({ driverId, onRide }: TripWatchProps) {
  useTripReading(driverId);
  const day = useKnownDay(driverId);
  const boarded = useSignal(boarding);
  const trip = day?.trips.find(({ state }) => state === 'on_board');
  const id = trip?.id;
  const isGreeted = boarded !== null && boarded.id === id;
  const text = isGreeted ? (trip?.sign_text ?? null) : null;
  const language = languages.find((each) => each === trip?.language) ?? null;
  const tell = useEffectEvent(onRide);
  useEffect(() => {
    tell(id === undefined ? null : { id, text, language });
    if (text === null) return undefined;
    const timer = setTimeout(() => id !== undefined && tell({ id, text: null, language }), greetedForMs);
    return () => clearTimeout(timer);
  }, [id, text, language]);
  return null;
}
