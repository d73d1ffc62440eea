import { useNamespace } from '../i18n/namespaces.ts';
import { fold } from '../util/fold.ts';

interface VehicleNameProps {
  readonly brandModel: string | null;
  /** As the company writes it, in Spanish. */
  readonly colour: string | null;
  readonly className?: string;
}

/** Model and colour, which passengers compare with the car before them: a usual colour is said in their language. */
export function VehicleName({ brandModel, colour, className }: VehicleNameProps) {
  const colours: Readonly<Record<string, string>> = useNamespace('colours');
  const parts = [brandModel, colour && (colours[fold(colour)] ?? colour)].filter(Boolean);
  return parts.length > 0 && <p className={className}>{parts.join(' · ')}</p>;
}
