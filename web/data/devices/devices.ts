import { getAuth } from '../session/auth.ts';
import { callBackend, callFunction } from '../client.ts';
import { unwrap } from '../errors.ts';

/** Actions that an administrator can ask a device for. */
export const deviceActions = ['show_name', 'reload', 'lock', 'sign_out'] as const;
export type DeviceAction = (typeof deviceActions)[number];

/** A device's proof of who it is: its id, and a random key that nobody else knows. */
export interface DeviceIdentity {
  readonly device_id: string;
  readonly key: string;
}

/** How a device is; absent fields are unknown. Checked by `send_heartbeat` of the database. */
export interface DeviceReport {
  readonly app_version?: string;
  /** The number of the release of the content on the screen. */
  readonly content_release?: number;
  /** By the clock of the device, in milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds since the browser last drew a frame. */
  readonly painted_ago: number;
  /** In per cent. */
  readonly battery?: number;
  readonly charging?: boolean;
  /** `4g`, `wifi` …, as the browser calls it. */
  readonly network?: string;
  /** In bytes. */
  readonly storage_used?: number;
  readonly storage_persisted?: boolean;
  readonly wake_lock?: string;
  readonly unsent_ratings?: number;
  readonly screen?: string;
  readonly last_error?: string;
}

/** The backend's response to a heartbeat: the device's name, and the action that an administrator wants. */
export interface HeartbeatReply {
  readonly name: string;
  readonly wanted_action: DeviceAction | null;
  /** Another one for each command. */
  readonly wanted_id: string | null;
}

export interface Heartbeat extends DeviceIdentity, DeviceReport {
  /** The command that was fulfilled last. */
  readonly done?: string;
  /** A diagnosis for the company. */
  readonly report?: string;
}

/**
 * Tells the company how this device is.
 * @throws DataError `not_a_driver`, `device_key_invalid`, `validation_failed`, `network`
 */
export function sendHeartbeat(heartbeat: Heartbeat): Promise<HeartbeatReply> {
  return callBackend('rest/v1/rpc/send_heartbeat', { method: 'POST', body: { heartbeat } });
}

/**
 * Signs this device in with the token of a set-up link, which names it too. Serves once.
 * @throws DataError `device_link_used`, `device_link_expired`, `driver_without_account`, `over_request_rate_limit`
 */
export async function setUpDevice(token: string, identity: DeviceIdentity): Promise<void> {
  const { token_hash, type } = await callFunction<{ token_hash: string; type: 'magiclink' }>('tablet-setup', {
    body: { token, ...identity },
  });
  unwrap(await getAuth().verifyOtp({ token_hash, type }));
}
