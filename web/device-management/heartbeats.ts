import { toDataError } from '../data/errors.ts';
import {
  sendHeartbeat,
  type HeartbeatReply,
  type DeviceAction,
  type DeviceReport,
} from '../data/devices/devices.ts';
import { keepRunning, type Next } from '../util/time/retry.ts';
import { isString, storedValue } from '../util/storedValue.ts';
import { heartbeatDue } from './heartbeatDue.ts';
import { watchPainting } from './status.ts';
import { deviceIdentity } from '../device/deviceIdentity.ts';

/** How often a heartbeat is sent while nothing changes. */
const heartbeatIntervalMs = 5 * 60_000;
/** How often the device looks whether something has changed: changes within this time are one. */
const pollIntervalMs = 15_000;
/** How often a command that waits for the screen to be free looks again. */
const commandIntervalMs = 2_000;
/** The shortest time between two heartbeats that were asked for. */
const minIntervalMs = 1_000;

/** The last fulfilled command. It stays over a reload, which may be the command itself, so that each is fulfilled once. */
const doneCommand = storedValue('transfer.wish', isString);

/** Call it before the command is fulfilled: a reload leaves no time afterwards. @returns whether the device has stored it */
export function markDone(id: string): boolean {
  return doneCommand.write(id);
}

/** Sends one heartbeat. @param report a diagnosis for the company */
export function heartbeatOnce(status: DeviceReport, report?: string): Promise<HeartbeatReply> {
  const done = doneCommand.read();
  return sendHeartbeat({
    ...deviceIdentity(),
    ...status,
    ...(done !== null && { done }),
    ...(report !== undefined && { report }),
  });
}

/** Something that an administrator wants of this device. */
export interface Command {
  readonly id: string;
  readonly action: DeviceAction;
  /** The name of the device; may be empty. */
  readonly name: string;
}

export interface HeartbeatSource {
  readonly status: () => Promise<DeviceReport>;
  /** Fulfils a command and marks it as done. @returns whether it did; if not, it is called again a moment later */
  readonly fulfil: (command: Command) => Promise<boolean>;
}

/** The part of a report whose change is worth a heartbeat of its own. */
function signature(report: DeviceReport): string {
  const { now: _, painted_ago: _painted, battery: _battery, storage_used: _storage, ...lasting } = report;
  return JSON.stringify(lasting);
}

function commandOf({ name, wanted_action: action, wanted_id: id }: HeartbeatReply): Command | null {
  return action && id && id !== doneCommand.read() ? { id, action, name } : null;
}

/** Sends a heartbeat at once, after changes and every five minutes, and passes on what is wanted of the device, until `signal`. */
export function startHeartbeats({ status, fulfil }: HeartbeatSource, signal: AbortSignal): void {
  let sentAt = -Infinity;
  let sent = '';
  let isAsked = false;
  let command: Command | null = null;

  const heartbeat = async (current: DeviceReport) => {
    sentAt = performance.now();
    sent = signature(current);
    isAsked = false;
    try {
      command = commandOf(await heartbeatOnce(current));
    } catch (error) {
      // Lost on the way: the next look sends it again. Refused: the next heartbeat is soon enough.
      if (toDataError(error).retryable) sent = '';
      else console.error('A heartbeat was refused', error);
    }
  };
  const poll = async (): Promise<Next> => {
    watchPainting();
    const current = await status();
    const age = performance.now() - sentAt;
    const isDue =
      age > heartbeatIntervalMs ||
      (isAsked && age > minIntervalMs) ||
      (age > pollIntervalMs && signature(current) !== sent);
    if (isDue && navigator.onLine) await heartbeat(current);
    if (command && !signal.aborted && (await fulfil(command))) {
      command = null;
      // The next heartbeat confirms it.
      isAsked = true;
    }
    if (command) return commandIntervalMs;
    return isAsked && navigator.onLine ? minIntervalMs : pollIntervalMs;
  };
  const wake = keepRunning(poll, signal);
  const unsubscribe = heartbeatDue.listen(() => {
    isAsked = true;
    wake();
  });
  signal.addEventListener('abort', unsubscribe, { once: true });
}
