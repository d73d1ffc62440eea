import { useSyncExternalStore } from 'react';

/** Share of a full battery. */
const low = 0.2;

/** https://www.w3.org/TR/battery-status/, in Chromium only. */
interface Battery extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}

let isLow = false;

function followBattery(changed: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = async () => {
    const battery = await (navigator as { getBattery?: () => Promise<Battery> }).getBattery?.();
    if (!battery || signal.aborted) return;
    const poll = () => {
      isLow = battery.level < low && !battery.charging;
      changed();
    };
    poll();
    for (const event of ['levelchange', 'chargingchange']) battery.addEventListener(event, poll, { signal });
  };
  follow().catch(() => undefined);
  return () => stopping.abort();
}

/** Whether the device runs out of power: below 20 %, and nothing charges it. False where the browser does not tell. */
export function useLowBattery(): boolean {
  return useSyncExternalStore(followBattery, () => isLow);
}
