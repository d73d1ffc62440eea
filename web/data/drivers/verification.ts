import { requestAsNobody } from '../asNobody.ts';

/** The driver that a public page names. */
export interface NamedDriver {
  readonly first_name: string;
  /** Null for a driver who is not active and gives the plate of one of the company's vehicles as their own. */
  readonly license_plate: string | null;
  readonly photo_url: string | null;
}

export interface VerifiedDriver extends NamedDriver {
  /** A day in Chile, as 2026-11-21; null until an administrator has verified the driver. */
  readonly authorised_on: string | null;
  /** Model and colour of the vehicle that an active driver has taken; null where the company has not written them down. */
  readonly brand_model: string | null;
  readonly colour: string | null;
}

/** @returns null for an unknown code, or one of a driver who is not in service */
export async function verifyDriver(code: string): Promise<VerifiedDriver | null> {
  const [driver] = (await requestAsNobody('rpc/verify_driver', { code })) as VerifiedDriver[];
  return driver ?? null;
}
