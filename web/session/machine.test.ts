import type { User } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { takePolicy } from '../../shared/content/policy-2.ts';
import type { PublishedPolicy } from '../../shared/content/policy.ts';
import { readFirstRelease } from '../../shared/testing/content.ts';
import type { Driver } from '../data/drivers/drivers.ts';
import { DataError } from '../data/errors.ts';
import { sampleDriver } from '../preview/sampleDriver.ts';
import {
  initialMachine,
  type Machine,
  type MissingProof,
  reduceSession,
  type SessionEvent,
} from './machine.ts';

function person(id: string, role?: string, userRole?: string): User {
  return {
    id,
    aud: 'authenticated',
    created_at: '2025-03-27T12:00:00Z',
    app_metadata: role ? { role } : {},
    user_metadata: userRole ? { role: userRole } : {},
  };
}

const diego = person('diego');
const carla = person('carla', 'admin');
const taxi: Driver = { ...sampleDriver, id: 'd1', created_by: 'diego', approved_at: null, state: 'waiting' };
const offline = new DataError('network', 'Failed to fetch', 0, true);

const auth = (
  user: User | null,
  remembered: Driver | null = null,
  missing: MissingProof = null,
  recovering = false,
): Extract<SessionEvent, { type: 'auth' }> => ({
  type: 'auth',
  user,
  remembered,
  missing,
  recovering,
  policy: null,
});
const found = { type: 'driverFound', userId: 'diego', driver: taxi } as const satisfies SessionEvent;
const missing: SessionEvent = { type: 'driverMissing', userId: 'diego' };
const failed: SessionEvent = { type: 'lookupFailed', userId: 'diego', failure: offline };

const after = (...events: SessionEvent[]): Machine => events.reduce(reduceSession, initialMachine);

describe('who is here', () => {
  it('nobody, once the first event says so', () => {
    expect(initialMachine.session.status).toBe('loading');
    expect(after(auth(null)).session.status).toBe('signedOut');
  });

  it('a driver, after its record was found', () => {
    expect(after(auth(diego)).session).toEqual({ status: 'loading', user: diego, failure: null });
    expect(after(auth(diego), found).session).toEqual({ status: 'driver', user: diego, driver: taxi });
  });

  it('an account without a driver has to finish its registration', () => {
    expect(after(auth(diego), missing).session).toEqual({ status: 'incomplete', user: diego });
    expect(after(auth(diego), missing, found).session.status).toBe('driver');
  });

  it('an administrator by app metadata, never by its own metadata', () => {
    expect(after(auth(carla)).session.status).toBe('admin');
    expect(after(auth(person('mallory', undefined, 'admin'))).session.status).toBe('loading');
  });

  it('the office opens the panel as well, and any other role is a driver’s', () => {
    expect(after(auth(person('olga', 'office'))).session.status).toBe('admin');
    expect(after(auth(person('mallory', undefined, 'office'))).session.status).toBe('loading');
    expect(after(auth(person('mallory', 'owner'))).session.status).toBe('loading');
  });

  it('the role is looked at again whenever the user changes', () => {
    const promoted = person('diego', 'admin');
    expect(after(auth(diego), found, auth(promoted)).session.status).toBe('admin');
    const demoted = after(auth(promoted), auth(diego));
    expect(demoted.session.status).toBe('loading');
    expect(demoted.lookups).toBe(1);
  });
});

describe('a second factor', () => {
  it('is asked for before anything else is shown', () => {
    const asked = { status: 'secondFactor', user: carla, missing: 'code' };
    expect(after(auth(carla, null, 'code')).session).toEqual(asked);
    expect(after(auth(diego, taxi, 'code')).session.status).toBe('secondFactor');
    expect(after(auth(diego, taxi, 'code'), found).session.status).toBe('secondFactor');
  });

  it('opens the way once it was entered', () => {
    expect(after(auth(carla, null, 'code'), auth(carla)).session.status).toBe('admin');
    const machine = after(auth(diego, null, 'code'), auth(diego));
    expect(machine.session.status).toBe('loading');
    expect(machine.lookups).toBe(1);
    expect(reduceSession(machine, found).session.status).toBe('driver');
  });

  it('can be left by signing out', () => {
    expect(after(auth(carla, null, 'enrolment'), auth(null)).session.status).toBe('signedOut');
  });
});

describe('a recovery link', () => {
  it('leads to the new password before anything else, for drivers and administrators', () => {
    expect(after(auth(diego, taxi), auth(diego, taxi, null, true)).session.status).toBe('recovery');
    expect(after(auth(carla, null, null, true)).session).toEqual({ status: 'recovery', user: carla });
    expect(after(auth(diego), auth(diego, null, null, true), found).session.status).toBe('recovery');
  });

  it('asks for the second factor first', () => {
    expect(after(auth(carla, null, 'code', true)).session.status).toBe('secondFactor');
    expect(after(auth(carla, null, 'code', true), auth(carla, null, null, true)).session.status).toBe(
      'recovery',
    );
  });

  it('opens the way once the password was chosen', () => {
    expect(after(auth(carla, null, null, true), auth(carla)).session.status).toBe('admin');
    expect(after(auth(diego, null, null, true), auth(diego), found).session.status).toBe('driver');
  });
});

describe('a screen that is in use stays', () => {
  it('when the token is refreshed or the tab comes back', () => {
    const driving = after(auth(diego), found);
    const refreshed = reduceSession(driving, auth({ ...diego, updated_at: '2025-03-28T12:00:00Z' }));
    expect(refreshed.session.status).toBe('driver');
    expect(refreshed.lookups).toBe(driving.lookups);
  });

  it('when the look-up in the background fails', () => {
    expect(after(auth(diego, taxi), failed).session.status).toBe('driver');
  });

  it('but a driver whose record is gone does not', () => {
    expect(after(auth(diego, taxi), missing).session.status).toBe('incomplete');
  });
});

it('a driver whose record seems to be gone is looked up again, and keeps the screen until it is', () => {
  const driving = after(auth(diego, taxi));
  const looking = reduceSession(driving, { type: 'retry' });
  expect(looking).toEqual({ ...driving, lookups: driving.lookups + 1 });
});

describe('a newer privacy policy', () => {
  const policy: PublishedPolicy = takePolicy(readFirstRelease());
  const toAccept: SessionEvent = { ...found, policy };
  const asked = { status: 'policy', user: diego, driver: taxi, policy };
  /** The app starts on a device that knows the driver, and the policy. */
  const starts: SessionEvent = { ...auth(diego, taxi), policy };

  it('is asked about after a sign-in and at a start, before the home screen', () => {
    expect(after(auth(diego), toAccept).session).toEqual(asked);
    expect(after(starts).session).toEqual(asked);
  });

  it('keeps nobody waiting who has nothing to accept', () => {
    expect(after(auth(diego), { ...found, policy: null }).session.status).toBe('driver');
  });

  it('never replaces an open home screen', () => {
    expect(after(auth(diego, taxi), toAccept).session.status).toBe('driver');
  });

  it('stays until it is accepted', () => {
    for (const asking of [after(auth(diego), toAccept), after(starts, found), after(starts, failed)]) {
      expect(reduceSession(asking, auth({ ...diego, updated_at: '2026-12-01' })).session.status).toBe(
        'policy',
      );
      const accepted = { status: 'driver', user: diego, driver: taxi };
      expect(reduceSession(asking, { type: 'policyAccepted' }).session).toEqual(accepted);
      expect(reduceSession(asking, auth(null)).session.status).toBe('signedOut');
    }
  });
});

describe('without a network', () => {
  it('the driver this device showed last comes up at once, and is looked up', () => {
    const machine = after(auth(diego, taxi));
    expect(machine.session).toEqual({ status: 'driver', user: diego, driver: taxi });
    expect(machine.lookups).toBe(1);
  });

  it('an unknown driver is not signed out but can be tried again', () => {
    const stuck = after(auth(diego), failed);
    expect(stuck.session).toEqual({ status: 'loading', user: diego, failure: offline });
    const again = reduceSession(stuck, { type: 'retry' });
    expect(again.session).toEqual({ status: 'loading', user: diego, failure: null });
    expect(again.lookups).toBe(stuck.lookups + 1);
  });

  it('a token refresh tries again by itself', () => {
    const stuck = after(auth(diego), failed);
    expect(reduceSession(stuck, auth(diego)).lookups).toBe(stuck.lookups + 1);
  });
});

describe('registering', () => {
  const started: SessionEvent = { type: 'registrationStarted' };
  const ended: SessionEvent = { type: 'registrationEnded' };

  it('does not leave the login screen for the sign-in inside it', () => {
    const registering = after(auth(null), started, auth(diego), auth(null));
    expect(registering.session.status).toBe('signedOut');
    expect(after(auth(null), started, auth(diego), auth(null), ended, auth(diego)).session.status).toBe(
      'loading',
    );
  });
});

describe('answers that come too late', () => {
  it('are about somebody who has left', () => {
    expect(after(auth(diego), auth(null), found).session.status).toBe('signedOut');
    expect(after(auth(diego), auth(person('elena')), found).session.status).toBe('loading');
    expect(after(auth(diego), auth(null), failed).session.status).toBe('signedOut');
  });

  it('do not take the admin panel away', () => {
    expect(after(auth(diego), auth(person('diego', 'admin')), missing).session.status).toBe('admin');
  });
});

it('another driver on the same device is never shown the previous record', () => {
  expect(after(auth(diego), found, auth(person('elena'))).session.status).toBe('loading');
});
