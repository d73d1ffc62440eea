import { createPortal } from 'react-dom';
import { ConnectionBadge, type ConnectionBadgeProps } from '../offline/ConnectionBadge.tsx';
import { connectionSlotId } from './HomeHeader.tsx';

/** The badge about the connection, in the header of the home screen. */
export function Connection(props: ConnectionBadgeProps) {
  const slot = document.getElementById(connectionSlotId);
  return slot && createPortal(<ConnectionBadge {...props} />, slot);
}
