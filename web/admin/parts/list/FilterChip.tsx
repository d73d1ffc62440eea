import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { readDriverName } from '../../../data/drivers/driverRecords.ts';
import { adminKey } from '../useChange.ts';
import { SmallButton } from '../SmallButton.tsx';

interface ChipProps {
  readonly words: { readonly onlyOf: (name: string) => string; readonly showAll: string };
  readonly onClear: () => void;
}

interface FilterChipProps extends ChipProps {
  /** The driver or the plate; undefined until it is known. */
  readonly name: string | undefined;
}

/** Names the driver or vehicle whose rows are listed, and shows those of everybody again. */
export function FilterChip({ name, words: { onlyOf, showAll }, onClear }: FilterChipProps) {
  return (
    <SmallButton icon={X} title={showAll} onClick={onClear} className="self-start">
      {onlyOf(name ?? '…')}
      <span className="sr-only">{showAll}</span>
    </SmallButton>
  );
}

/** The chip of a driver, by id; nothing without one. */
export function DriverChip({ driver, ...chip }: ChipProps & { readonly driver: string }) {
  const { data } = useQuery({
    queryKey: [adminKey, 'driver-name', driver],
    queryFn: ({ signal }) => readDriverName(driver, signal),
    enabled: driver !== '',
  });
  return driver === '' ? null : <FilterChip name={data ?? undefined} {...chip} />;
}
