// Part of every home screen: the heartbeats themselves load later.

let listener: (() => void) | undefined;

/** Sends a heartbeat now, because an administrator may have asked for something; nothing where no heartbeats are sent. */
export function heartbeatNow(): void {
  listener?.();
}

/** Replaces what `beatNow` does. */
export function onHeartbeatAsked(send: () => void): void {
  listener = send;
}
