// Part of every home screen: the beats themselves load later.

let listener: (() => void) | undefined;

/** Sends a beat now, because an administrator may have asked for something; nothing where no beats are sent. */
export function beatNow(): void {
  listener?.();
}

/** Replaces what `beatNow` does. */
export function onBeatAsked(send: () => void): void {
  listener = send;
}
