import type { Factor } from '@supabase/auth-js';
import { useArea } from '../i18n/areas.ts';

export interface FactorChoiceProps {
  readonly factors: readonly Factor[];
  readonly chosen: string;
  readonly onChoose: (factorId: string) => void;
}

/** Chooses the authenticator app that shows the code. */
export function FactorChoice({ factors, chosen, onChoose }: FactorChoiceProps) {
  const t = useArea('factors');
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1.5 text-small font-semibold">{t.whichApp}</legend>
      {factors.map(({ id, friendly_name: name }) => (
        <label
          key={id}
          className="flex min-h-14 items-center gap-3 rounded-control px-2 hover:bg-accent-soft"
        >
          <input
            type="radio"
            name="factor"
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="size-6 shrink-0 accent-(--color-accent)"
          />
          <span className="min-w-0 break-words">{name ?? t.whichApp}</span>
        </label>
      ))}
    </fieldset>
  );
}
