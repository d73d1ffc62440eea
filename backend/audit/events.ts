import type { Actor } from '../identity/actor.ts';
import type { Action } from './actions.ts';

/** Plain values only: sinks make texts of callers storable, but do not look into objects. */
export type Traits = Readonly<Record<string, string | number | boolean>>;

/** A recorded act: actor, action, target and origin. */
export interface BusinessEvent {
  readonly action: Action;
  readonly actor: Actor;
  /** The client's address; empty for acts of the server itself. */
  readonly address: string;
  /** `user:<id>`, `factor:<id>`, or `<METHOD> <path>`. */
  readonly target: string;
  /** Further facts for a reader. Never a password, a code or a token. */
  readonly traits?: Traits;
}

export interface TimedEvent extends BusinessEvent {
  readonly at: Date;
}

/** Receives events: the audit log, metrics, the operator's log. It must not throw and must return quickly. */
export type Sink = (event: TimedEvent) => void;

/** The seam between modules and sinks. Emit an event after the commit, never before. */
export interface Events {
  emit(event: BusinessEvent): void;
  subscribe(sink: Sink): void;
}

/** @param now gives the time in milliseconds */
export function createEvents(now = Date.now): Events {
  const sinks: Sink[] = [];
  return {
    emit(event) {
      const timed = { ...event, at: new Date(now()) };
      for (const sink of sinks) sink(timed);
    },
    subscribe(sink) {
      sinks.push(sink);
    },
  };
}
