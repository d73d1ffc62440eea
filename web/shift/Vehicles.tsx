import { useCallback, useState } from 'react';
import { normalizePlate } from '../../shared/chile/plate-reading.ts';
import { vehiclesShown } from '../data/shifts/shifts.ts';
import { LoadError } from '../components/LoadError.tsx';
import { useLoad } from '../data/useLoad.ts';
import { TextField } from '../forms/TextField.tsx';
import type { ErrorPhrases } from '../i18n/describeError.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { VehicleKeys, type VehicleKeysProps } from './VehicleKeys.tsx';
import { readChoice } from './shifts.ts';

export interface VehiclesProps extends Omit<VehicleKeysProps, 'choice'> {
  readonly driverId: string;
  readonly phrases: ErrorPhrases;
}

/** Loads the vehicles that the driver may take, and finds one of many by its plate. */
export function Vehicles({ driverId, phrases, ...keys }: VehiclesProps) {
  const { common } = useMessages();
  const t = useNamespace('shift');
  const [typed, setTyped] = useState('');
  const plate = normalizePlate(typed);
  const load = useCallback(() => readChoice(driverId, plate), [driverId, plate]);
  const { value, error, reload } = useLoad(load);
  /** Once there are too many to show, the search stays, whatever it finds. */
  const [isLong, setIsLong] = useState(false);
  if (value && value.vehicles.length >= vehiclesShown && !isLong) setIsLong(true);

  if (!value && !error) return <Spinner label={common.loading} size={44} className="text-accent" />;
  return (
    <>
      {isLong && (
        <TextField
          label={t.search}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {error && <LoadError error={error} phrases={phrases} onRetry={reload} />}
      {value && !error && (
        <>
          {value.vehicles.length === 0 && plate !== '' && <p>{t.none}</p>}
          <VehicleKeys choice={value} {...keys} />
        </>
      )}
    </>
  );
}
