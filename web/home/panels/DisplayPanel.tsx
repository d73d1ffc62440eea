import { Maximize, Minimize, Moon, Sun, SunMoon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { chooseAppearance, chosenAppearance, type Appearance } from '../../device/appearance.ts';
import { useFullScreen } from '../../device/useFullScreen.ts';
import { Button } from '../../ui/Button.tsx';

const themes = [
  { id: 'auto', icon: SunMoon },
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
] as const;

const sizes = [
  { id: 'normal', sign: 'A', className: 'text-[18px] tablet:text-[1.5rem]' },
  { id: 'large', sign: 'A+', className: 'text-[22px] tablet:text-figure' },
  { id: 'larger', sign: 'A++', className: 'text-[26px] tablet:text-[2.5rem]' },
] as const;

/** Theme, text size and full screen. */
export default function DisplayPanel() {
  const { display: t } = useNamespace('kiosk');
  const fullScreen = useFullScreen();
  const Icon = fullScreen.active ? Minimize : Maximize;
  return (
    <div className="flex flex-col gap-7 tablet:flex-1 tablet:justify-evenly">
      <Choices
        setting="theme"
        legend={t.theme}
        hint={t.autoHint}
        options={themes.map(({ id, icon: Picture }) => ({
          id,
          label: t[id],
          picture: <Picture className="size-[30px] tablet:size-12" strokeWidth={1.75} aria-hidden="true" />,
        }))}
      />
      <Choices
        setting="text-size"
        legend={t.textSize}
        options={sizes.map(({ id, sign, className }) => ({
          id,
          label: t.sizes[id],
          picture: (
            <span
              className={`headline flex h-[30px] items-center tablet:h-12 ${className}`}
              aria-hidden="true"
            >
              {sign}
            </span>
          ),
        }))}
      />
      {fullScreen.supported && (
        <Button variant="secondary" onClick={fullScreen.toggle} icon={<Icon size={24} aria-hidden="true" />}>
          {fullScreen.active ? t.leaveFullScreen : t.enterFullScreen}
        </Button>
      )}
    </div>
  );
}

interface ChoicesProps<Setting extends keyof Appearance> {
  readonly setting: Setting;
  readonly legend: string;
  readonly hint?: string;
  readonly options: readonly {
    readonly id: Appearance[Setting];
    readonly label: string;
    readonly picture: ReactNode;
  }[];
}

/** Native radio buttons under their pictures, so that the arrow keys work. */
function Choices<Setting extends keyof Appearance>(props: ChoicesProps<Setting>) {
  const { setting, legend, hint, options } = props;
  const [current, setCurrent] = useState(() => chosenAppearance(setting));
  const hintId = useId();
  return (
    <fieldset aria-describedby={hint && hintId}>
      <legend className="mb-3 text-lead font-semibold tablet:text-title">{legend}</legend>
      <div className="grid grid-cols-3 gap-3">
        {options.map(({ id, label, picture }) => (
          <label
            key={id}
            data-chosen={id === current || undefined}
            className="key relative flex min-h-24 min-w-0 flex-col items-center justify-center gap-2 rounded-control px-1.5 py-3.5 text-center tablet:min-h-44 tablet:gap-4"
          >
            <input
              type="radio"
              name={setting}
              checked={id === current}
              onChange={() => {
                chooseAppearance(setting, id);
                setCurrent(id);
              }}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[inherit]"
            />
            {picture}
            <span className="text-[15px] leading-tight font-semibold hyphens-auto tablet:text-lead">
              {label}
            </span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={hintId} className="mt-3 text-small text-ink-soft">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
