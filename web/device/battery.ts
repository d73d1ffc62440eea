import { useEffect, useState } from 'react';

/** Share of a full battery. */
const low = 0.2;

/** https://www.w3.org/TR/battery-status/, in Chromium only. */
interface Battery extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}

/** Whether the device runs out of power: below 20 %, and nothing charges it. False where the browser does not tell. */
export function useLowBattery(): boolean {
  const [isLow, setLow] = useState(false);
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const follow = async () => {
      const battery = await (navigator as { getBattery?: () => Promise<Battery> }).getBattery?.();
      if (!battery || signal.aborted) return;
      const look = () => setLow(battery.level < low && !battery.charging);
      look();
      for (const event of ['levelchange', 'chargingchange'])
        battery.addEventListener(event, look, { signal });
    };
    follow().catch(() => undefined);
    return () => stopping.abort();
  }, []);
  return isLow;
}
