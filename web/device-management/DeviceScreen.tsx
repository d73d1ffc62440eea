import { lazy } from 'react';
import type { Driver } from '../data/drivers/drivers.ts';

// Each a chunk of its own: the first load names the parts of every screen that it may open, and has no room for these.
const LockScreen = lazy(() => import('./LockScreen.tsx'));
const SetUpScreen = lazy(() => import('./SetUpScreen.tsx'));

/** The lock of a driver's device, or, without a driver, the set-up of a new one. Few devices ever show either. */
export default function DeviceScreen({ driver }: { readonly driver?: Driver }) {
  return driver ? <LockScreen driver={driver} /> : <SetUpScreen />;
}
