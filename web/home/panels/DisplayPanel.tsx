import { Maximize, Minimize, Moon, Sun, SunMoon, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useArea } from '../../i18n/areas.ts';
import {
  chooseTextSize,
  chooseTheme,
  chosenTextSize,
  chosenTheme,
  type TextSize,
  type Theme,
} from '../../device/appearance.ts';
import { useFullScreen } from '../../device/useFullScreen.ts';
import { Button } from '../../ui/Button.tsx';

const themes: readonly { readonly id: Theme; readonly icon: LucideIcon }[] = [
  { id: 'auto', icon: SunMoon },
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
];

const sizes: readonly { readonly id: TextSize; readonly sign: string; readonly look: string }[] = [
  { id: 'normal', sign: 'A', look: 'text-[18px]' },
  { id: 'large', sign: 'A+', look: 'text-[22px]' },
  { id: 'larger', sign: 'A++', look: 'text-[26px]' },
];

/** Theme, text size and full screen. */
export default function DisplayPanel() {
  const { display: t } = useArea('kiosk');
  const [theme, setTheme] = useState(chosenTheme);
  const [size, setSize] = useState(chosenTextSize);
  const fullScreen = useFullScreen();

  return (
    <div className="flex flex-col gap-7">
      <Choices legend={t.theme} hint={t.autoHint}>
        {themes.map(({ id, icon: Icon }) => (
          <Choice
            key={id}
            name="theme"
            label={t[id]}
            chosen={id === theme}
            onChoose={() => {
              chooseTheme(id);
              setTheme(id);
            }}
          >
            <Icon size={30} strokeWidth={1.75} aria-hidden="true" />
          </Choice>
        ))}
      </Choices>
      <Choices legend={t.textSize}>
        {sizes.map(({ id, sign, look }) => (
          <Choice
            key={id}
            name="text-size"
            label={t.sizes[id]}
            chosen={id === size}
            onChoose={() => {
              chooseTextSize(id);
              setSize(id);
            }}
          >
            <span className={`headline flex h-[30px] items-center ${look}`} aria-hidden="true">
              {sign}
            </span>
          </Choice>
        ))}
      </Choices>
      {fullScreen.supported && (
        <Button
          variant="secondary"
          onClick={fullScreen.toggle}
          icon={
            fullScreen.active ? (
              <Minimize size={24} aria-hidden="true" />
            ) : (
              <Maximize size={24} aria-hidden="true" />
            )
          }
        >
          {fullScreen.active ? t.leaveFullScreen : t.enterFullScreen}
        </Button>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly legend: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Choices({ legend, hint, children }: ChoicesProps) {
  const hintId = useId();
  return (
    <fieldset aria-describedby={hint && hintId}>
      <legend className="mb-3 text-lead font-semibold">{legend}</legend>
      <div className="grid grid-cols-3 gap-3">{children}</div>
      {hint && (
        <p id={hintId} className="mt-3 text-small text-ink-soft">
          {hint}
        </p>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  /** Groups the radio buttons. */
  readonly name: string;
  readonly label: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A native radio button under its picture, so that the arrow keys work. */
function Choice({ name, label, chosen, onChoose, children }: ChoiceProps) {
  return (
    <label
      data-chosen={chosen || undefined}
      className="key relative flex min-h-24 min-w-0 flex-col items-center justify-center gap-2 rounded-control px-1.5 py-3.5 text-center"
    >
      <input
        type="radio"
        name={name}
        checked={chosen}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[inherit]"
      />
      {children}
      <span className="text-[15px] leading-tight font-semibold hyphens-auto">{label}</span>
    </label>
  );
}
