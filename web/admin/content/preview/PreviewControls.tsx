import { SelectField } from '../../../forms/SelectField.tsx';
import { previewScreens } from '../../../content/preview.ts';
import { languageNames, languages } from '../../../i18n/languages.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useScreenName } from './useScreenName.ts';
import type { Preview, PreviewState } from './usePreview.ts';
import { orientations } from './tablets.ts';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, values, nameOf, onChoose }: ChoiceProps<Value>) {
  return (
    <SelectField
      label={label}
      value={value}
      options={values.map((each) => ({ value: each, label: nameOf(each) }))}
      onChange={(next) => onChoose(next as Value)}
    />
  );
}

const themes: readonly PreviewState['theme'][] = ['light', 'dark'];

/** Chooses what the tablet shows, and how it is held. */
export function PreviewControls({ state, choose }: Pick<Preview, 'state' | 'choose'>) {
  const t = useNamespace('content').preview;
  const screenName = useScreenName();
  return (
    <div className="grid grid-cols-2 gap-3">
      <Choice
        label={t.screen}
        value={state.screen}
        values={previewScreens}
        nameOf={screenName}
        onChoose={(screen) => choose({ screen })}
      />
      <Choice
        label={t.language}
        value={state.language}
        values={languages}
        nameOf={(language) => languageNames[language]}
        onChoose={(language) => choose({ language })}
      />
      <Choice
        label={t.orientation}
        value={state.orientation}
        values={orientations}
        nameOf={(orientation) => t.orientations[orientation]}
        onChoose={(orientation) => choose({ orientation })}
      />
      <Choice
        label={t.theme}
        value={state.theme}
        values={themes}
        nameOf={(theme) => t.themes[theme]}
        onChoose={(theme) => choose({ theme })}
      />
    </div>
  );
}
