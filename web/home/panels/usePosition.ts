import { useState } from 'react';

/** The position of the device, rounded for reading out: degrees to four places (11 m), metres to tens. */
export type Position =
  | { readonly state: 'idle' | 'locating' | 'refused' | 'unavailable' }
  | {
      readonly state: 'found';
      readonly latitude: string;
      readonly longitude: string;
      /** The accuracy. */
      readonly metres: string;
    };

/** Indoors or in a tunnel a position takes long; then a place named by the passenger is better. */
const timeoutMs = 15_000;
const options = { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 0 };

function toPosition({ latitude, longitude, accuracy }: GeolocationCoordinates): Position {
  const metres = String(Math.max(10, Math.ceil(accuracy / 10) * 10));
  return { state: 'found', latitude: latitude.toFixed(4), longitude: longitude.toFixed(4), metres };
}

/** The position of the device. `find` asks for it, and may be called again as the vehicle moves. */
export function usePosition(): { readonly position: Position; readonly find: () => void } {
  const [position, setPosition] = useState<Position>({ state: 'idle' });
  const find = () => {
    if (!('geolocation' in navigator)) {
      setPosition({ state: 'unavailable' });
      return;
    }
    setPosition({ state: 'locating' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setPosition(toPosition(coords)),
      ({ code }) =>
        setPosition({
          state: code === GeolocationPositionError.PERMISSION_DENIED ? 'refused' : 'unavailable',
        }),
      options,
    );
  };
  return { position, find };
}
