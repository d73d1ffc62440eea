import { callBackend } from '../client.ts';
import type { FunctionRow, Known } from '../rows.ts';

/** A message of the company to the driver. Times are ISO 8601; `valid_until` is a day in Chile. */
export type OwnAnnouncement = Known<
  FunctionRow<'own_announcements'>,
  {
    /** Plain text; null for the notice of a new privacy policy. */
    readonly body: string | null;
    /** The version that the notice is about. */
    readonly policy_version: number | null;
    /** When the server learned that the driver has read it. */
    readonly read_at: string | null;
  }
>;

/** The announcements that hold for the signed-in driver, newest first. @throws DataError */
export function listOwnAnnouncements(): Promise<readonly OwnAnnouncement[]> {
  return callBackend('rest/v1/rpc/own_announcements', { method: 'POST', body: {} });
}

/** Tells the server that the driver has read an announcement; it stores the first time. @throws DataError `announcement_not_found` */
export async function confirmAnnouncement(announcement: string): Promise<void> {
  await callBackend('rest/v1/rpc/read_announcement', { method: 'POST', body: { announcement } });
}
