import type { SectionProps } from '../parts/section.ts';

interface TellDriversProps extends Pick<SectionProps, 'onDone'> {
  /** As `2026-11-28`. */
  readonly day: string;
  readonly onClose: () => void;
}

/** Leads through the drivers of a day: one WhatsApp text for each, with the trips of the driver. */
export function TellDrivers(_: TellDriversProps) {
  return null;
}
