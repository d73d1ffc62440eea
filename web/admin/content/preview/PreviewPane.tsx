import { useDeferredValue } from 'react';
import { languageNames, languages } from '../../../i18n/languages.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { previewScreens } from '../../../content/preview.ts';
import { useDraftContent, useStudio } from '../studio.ts';
import { TabletFrame } from './TabletFrame.tsx';
import { useScreenName, type Preview, type PreviewState } from './usePreview.ts';
import { orientations } from './screens.ts';

interface PreviewPaneProps {
  readonly preview: Preview;
  /** Beside the editor, which needs half of the screen; otherwise above what is edited. */
  readonly beside: boolean;
}

/** The draft as a passenger sees it on a tablet. */
export function PreviewPane({ preview: { state, choose, setCut }, beside }: PreviewPaneProps) {
  const t = useNamespace('studio').preview;
  // Typing comes first.
  const content = useDeferredValue(useDraftContent());
  const screenName = useScreenName();
  const { orientation, ...view } = state;
  return (
    <section
      aria-label={t.title}
      className={classes(
        'grid min-w-0 gap-4 rounded-card border border-line bg-surface-raised p-4',
        beside
          ? 'lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:overflow-y-auto'
          : 'lg:grid-cols-[3fr_2fr] lg:items-start',
      )}
    >
      <TabletFrame
        content={content}
        view={view}
        orientation={orientation}
        title={t.frame(screenName(view.screen), languageNames[view.language])}
        maxHeight={beside || orientation === 'upright' ? '60vh' : '42vh'}
        onChoose={choose}
        onCut={setCut}
      />
      <PreviewControls state={state} choose={choose} />
    </section>
  );
}

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
      onChange={onChoose}
    />
  );
}

const themes: readonly PreviewState['theme'][] = ['light', 'dark'];

/** Chooses the tablet's screen, language, orientation and theme. */
function PreviewControls({ state, choose }: Pick<Preview, 'state' | 'choose'>) {
  const t = useNamespace('studio').preview;
  const { setLanguage } = useStudio();
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
        onChoose={(language) => (language === 'es' ? choose({ language }) : setLanguage(language))}
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
