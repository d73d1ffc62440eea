import { useCallback, useEffect, useRef, useState } from 'react';

/** Where the device is. Numbers as they are read out: degrees to four places (11 m), metres to tens. */
export type Position =
  | { readonly state: 'idle' | 'locating' | 'refused' | 'unavailable' }
  | {
      readonly state: 'found';
      readonly latitude: string;
      readonly longitude: string;
      /** How far off it may be. */
      readonly metres: string;
    };

/** Indoors or in a tunnel it takes long; then better a place that the passenger names. Milliseconds. */
const patience = 15_000;
const options = { enableHighAccuracy: true, timeout: patience, maximumAge: 0 };

function toPosition({ latitude, longitude, accuracy }: GeolocationCoordinates): Position {
  const metres = String(Math.max(10, Math.ceil(accuracy / 10) * 10));
  return { state: 'found', latitude: latitude.toFixed(4), longitude: longitude.toFixed(4), metres };
}

/** The position of the device, asked for only by `find`, which may be called again as the car moves. */
export function usePosition(): { readonly position: Position; readonly find: () => void } {
  const [position, setPosition] = useState<Position>({ state: 'idle' });
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const find = useCallback(() => {
    const settle = (next: Position) => {
      if (shown.current) setPosition(next);
    };
    if (!('geolocation' in navigator)) {
      setPosition({ state: 'unavailable' });
      return;
    }
    setPosition({ state: 'locating' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => settle(toPosition(coords)),
      ({ code }) =>
        settle({ state: code === GeolocationPositionError.PERMISSION_DENIED ? 'refused' : 'unavailable' }),
      options,
    );
  }, []);
  return { position, find };
}
