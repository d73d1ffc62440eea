import { useDeferredValue, useState } from 'react';
import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { languageNames, languages } from '../../../i18n/languages.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { previewScreens } from '../../../content/preview.ts';
import { shorten } from '../../../util/excerpt.ts';
import { useDraftContent, useStudio } from '../studio.ts';
import { FitCheck } from './FitCheck.tsx';
import type { FitReport } from './FitWalk.ts';
import { TabletFrame } from './TabletFrame.tsx';
import { useScreenName, type Preview, type PreviewState } from './usePreview.ts';
import { listWarnings, type Warning } from './warnings.ts';
import { orientations } from './screens.ts';

interface PreviewPaneProps {
  readonly preview: Preview;
  /** Beside the editor, which needs half of the screen; otherwise above what is edited. */
  readonly beside: boolean;
}

/** The draft as a passenger sees it on a tablet, and the texts that do not fit or are missing there. */
export function PreviewPane({ preview: { state, choose }, beside }: PreviewPaneProps) {
  const t = useNamespace('studio').preview;
  const { open, setLanguage } = useStudio();
  // Typing comes first.
  const content = useDeferredValue(useDraftContent());
  const [report, setReport] = useState<FitReport | null>(null);
  const screenName = useScreenName();
  const { orientation, ...view } = state;

  const show = ({ path, language, screen, orientation: where = orientation }: Warning) => {
    if (path) {
      if (language !== 'es') setLanguage(language);
      open(path);
    }
    choose({ screen, language, orientation: where });
  };
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
      />
      <div className="flex min-w-0 flex-col gap-4">
        <PreviewControls state={state} choose={choose} />
        <WarningList warnings={report && listWarnings(report)} onOpen={show} />
      </div>
      <FitCheck content={content} onReport={setReport} />
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

/** Further warnings are only counted. */
const maxShown = 60;

interface WarningListProps {
  /** Null until the first check is complete. */
  readonly warnings: readonly Warning[] | null;
  readonly onOpen: (warning: Warning) => void;
}

/** Warnings of texts that passengers would not read as they were meant. Each leads to the screen and to the text. */
function WarningList({ warnings, onOpen }: WarningListProps) {
  const t = useNamespace('studio').preview;
  const screenName = useScreenName();
  const count = warnings?.length ?? 0;
  const Icon = !warnings ? Hourglass : count === 0 ? CircleCheck : TriangleAlert;
  return (
    <section aria-labelledby="warnings-title" className="min-w-0 text-small">
      <h3 id="warnings-title" aria-live="polite" className="flex items-center gap-2 font-semibold">
        <Icon size={20} className="shrink-0" />
        {warnings ? (count === 0 ? t.allFits : t.warnings(count)) : t.checking}
      </h3>
      {warnings && count > 0 && (
        <ul className="mt-1">
          {warnings.slice(0, maxShown).map((warning) => (
            <li key={warning.key} className="border-b border-line last:border-b-0">
              <button
                type="button"
                onClick={() => onOpen(warning)}
                className="flex min-h-11 w-full flex-col justify-center py-1.5 text-left [overflow-wrap:anywhere] hover:text-accent"
              >
                <span className="font-semibold">
                  {screenName(warning.screen)}, {languageNames[warning.language]}
                </span>
                <span className="text-ink-soft">
                  {t.problems[warning.kind]}: «{shorten(warning.text)}»
                </span>
              </button>
            </li>
          ))}
          {count > maxShown && <li className="py-2 text-ink-soft">{t.more(count - maxShown)}</li>}
        </ul>
      )}
    </section>
  );
}
