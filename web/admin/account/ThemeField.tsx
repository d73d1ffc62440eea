import { useState } from 'react';
import { chooseAppearance, chosenAppearance } from '../../device/appearance.ts';
import { optionsOf } from '../../forms/options.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';

const themes = ['auto', 'light', 'dark'] as const;

/** Light or dark on this device, at once. */
export function ThemeField() {
  const { theme: t } = useNamespace('admin');
  const [theme, setTheme] = useState(() => chosenAppearance('theme'));
  return (
    <SelectField
      label={t.label}
      hint={t.hint}
      value={theme}
      options={optionsOf(themes, t.themes)}
      onChange={(chosen) => {
        chooseAppearance('theme', chosen);
        setTheme(chosen);
      }}
    />
  );
}
