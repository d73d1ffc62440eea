import { shiftForgottenAfterMs } from '../../shared/limits.ts';
import type { Shift } from '../data/shifts/driverAtWheel.ts';
import {
  endShift,
  listVehicles,
  readLastShift,
  startShift,
  type OfferedVehicle,
} from '../data/shifts/shifts.ts';
import { toDataError } from '../data/errors.ts';
import { needsPin } from '../account/pin/pin.ts';
import { deviceId } from '../device/deviceIdentity.ts';
import { isOwnPhone } from '../device/ownPhone.ts';
import { markPerson } from '../data/markPerson.ts';
import { personChanged } from '../data/personal.ts';
import { keepRunning, type Next } from '../util/time/retry.ts';
import { openShift, shownShift, storedShift } from './openShift.ts';

/** A driver who has just started the app is still at the screen; later a passenger may be. */
const atScreenMs = 20_000;

/** Stops the day that waits for a signal. */
let beginning: AbortController | undefined;

personChanged.listen(() => {
  beginning?.abort();
  shownShift().set(null);
});

/** Keeps the open shift of a driver, or that there is none, also for a start without a network. */
export function storeShift(driverId: string, shift: Shift | null): void {
  if (JSON.stringify(shift) === JSON.stringify(openShift(driverId))) return;
  const next = shift && { driverId, shift };
  // Without storage the next start reads it from the server.
  if (next) storedShift.write(next);
  else storedShift.remove();
  shownShift().set(next);
}

/** The vehicles to choose from, and the one of the last shift. */
export interface VehicleChoice {
  readonly vehicles: readonly OfferedVehicle[];
  /** Open or ended. */
  readonly last: Shift | null;
}

/** Reads the driver's newest shift and shows its vehicle if it is open. */
export async function refreshShift(driverId: string): Promise<Shift | null> {
  const isSamePerson = markPerson();
  const last = await readLastShift(driverId);
  if (isSamePerson()) storeShift(driverId, last && last.ended_at === null ? last : null);
  return last;
}

/**
 * Reads what the driver chooses from.
 * @param plate part of the plate, as stored
 */
export async function readChoice(driverId: string, plate = ''): Promise<VehicleChoice> {
  const [last, vehicles] = await Promise.all([refreshShift(driverId), listVehicles(plate)]);
  return { last, vehicles };
}

/** Starts a shift, on this device unless it is the driver's own phone, and shows its vehicle. @throws DataError as `startShift` */
export async function takeVehicle(driverId: string, vehicle: string, takeOver: boolean): Promise<void> {
  await startShift(vehicle, isOwnPhone() ? null : deviceId(), takeOver);
  await refreshShift(driverId);
}

/** Ends the driver's open shift; the own plate is shown again. */
export async function leaveVehicle(driverId: string): Promise<void> {
  const shift = openShift(driverId);
  if (!shift) return;
  await endShift(shift.id);
  storeShift(driverId, null);
}

/** Ends the shift before a sign-out, if it was started on this device. Without a signal it stays open. Never rejects. */
export async function leaveVehicleAtSignOut(driverId: string): Promise<void> {
  if (openShift(driverId)?.device_id !== deviceId()) return;
  await leaveVehicle(driverId).catch((error: unknown) =>
    console.error('The shift could not be ended', error),
  );
}

/** The beginning of a day, for a driver who is still at the screen. */
export type DayStart = 'ask' | 'begun' | 'nothing';

/**
 * Begins the driver's day: a driver with one assigned vehicle gets it without being asked, unless a PIN has to be chosen
 * first. Without a signal the card keeps the
 * vehicle that it shows, and the day begins when there is one.
 * @param onSettled receives whether to ask for the vehicle, or that a shift has begun in the assigned one; `nothing` where the
 * company has no vehicles, the shift is open already, or for now without a signal
 */
export function beginDay(driverId: string, onSettled: (outcome: DayStart) => void): void {
  const start = performance.now();
  beginning?.abort();
  beginning = new AbortController();
  const begin = async (): Promise<Next> => {
    try {
      onSettled(await settleVehicle(driverId, start));
      return 'idle';
    } catch (error) {
      console.error('The vehicle could not be settled', error);
      onSettled('nothing');
      return toDataError(error).retryable ? 'backoff' : 'idle';
    }
  };
  keepRunning(begin, beginning.signal);
}

async function settleVehicle(driverId: string, start: number): Promise<DayStart> {
  const isAtScreen = () => performance.now() - start < atScreenMs;
  const { vehicles, last } = await readChoice(driverId);
  // A start after a forgotten shift asks for the vehicle again.
  const isOpen = last?.ended_at === null && Date.now() - Date.parse(last.started_at) < shiftForgottenAfterMs;
  if (isOpen || vehicles.length === 0) return 'nothing';
  const [own, another] = vehicles.filter(({ isOwn }) => isOwn);
  if (own && !another && !needsPin()) {
    try {
      await takeVehicle(driverId, own.id, false);
      return isAtScreen() ? 'begun' : 'nothing';
    } catch (error) {
      if (toDataError(error).code !== 'vehicle_in_use') throw error;
    }
  }
  return isAtScreen() ? 'ask' : 'nothing';
}
