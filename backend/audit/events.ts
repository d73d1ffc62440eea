import type { Actor } from '../identity/actor.ts';
import type { Action } from './actions.ts';

/** Plain values only: what a caller wrote is made storable by the sinks, but not what is inside of it. */
export type Traits = Readonly<Record<string, string | number | boolean>>;

/** Something that happened: who, what, on what, from where. */
export interface BusinessEvent {
  readonly action: Action;
  readonly actor: Actor;
  /** The client's address; empty for what the server does by itself. */
  readonly address: string;
  /** What it was done to, as `user:<id>`, `factor:<id>`, or `<METHOD> <path>`. */
  readonly target: string;
  /** Further facts for a reader. Never a password, a code or a token. */
  readonly traits?: Traits;
}

export interface TimedEvent extends BusinessEvent {
  readonly at: Date;
}

/** Takes events: the audit log, metrics, the operator's log. It must not throw, and must not take long. */
export type Sink = (event: TimedEvent) => void;

/**
 * The one seam by which modules say what has happened, once it has: after the commit, not before. Who wants to know
 * subscribes.
 */
export interface Events {
  emit(event: BusinessEvent): void;
  subscribe(sink: Sink): void;
}

/** @param now the time in milliseconds */
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
