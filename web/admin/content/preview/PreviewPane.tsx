import { useDeferredValue, useState } from 'react';
import { languageNames } from '../../../i18n/languages.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import { useContent, useStudio } from '../studio.ts';
import { FitCheck } from './FitCheck.tsx';
import type { FitReport } from './FitWalk.ts';
import { PreviewControls } from './PreviewControls.tsx';
import { TabletFrame } from './TabletFrame.tsx';
import type { Preview } from './usePreview.ts';
import { useScreenName } from './useScreenName.ts';
import { WarningList } from './WarningList.tsx';
import { listWarnings, type Warning } from './warnings.ts';

export interface PreviewPaneProps {
  readonly preview: Preview;
  /** Beside the editor, which needs half of the screen; otherwise above what is edited. */
  readonly beside: boolean;
}

/** The draft as a passenger sees it on a tablet, and what does not fit or is missing there. */
export function PreviewPane({ preview: { state, choose }, beside }: PreviewPaneProps) {
  const t = useNamespace('content').preview;
  const { open, setLanguage } = useStudio();
  // Typing comes first.
  const content = useDeferredValue(useContent());
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
