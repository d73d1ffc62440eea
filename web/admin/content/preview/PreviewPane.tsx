import { useDeferredValue } from 'react';
import { languageNames, languages } from '../../../i18n/languages.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import { optionsOf } from '../../../forms/options.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { previewScreens, previewPath } from '../../../content/preview.ts';
import { useDraftContent, useStudio } from '../studio.ts';
import {
  useScreenName,
  type Preview,
  type PreviewState,
  orientations,
  tablets,
  type Orientation,
} from './usePreview.ts';
import { useWidth } from '../../parts/useWidth.ts';
import { usePreviewFrame, type PreviewFrame } from './usePreviewFrame.ts';

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

const themes: readonly PreviewState['theme'][] = ['light', 'dark'];

/** Chooses the tablet's screen, language, orientation and theme. */
function PreviewControls({ state, choose }: Pick<Preview, 'state' | 'choose'>) {
  const t = useNamespace('studio').preview;
  const { setLanguage } = useStudio();
  const screenName = useScreenName();
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label={t.screen}
        value={state.screen}
        options={previewScreens.map((screen) => ({ value: screen, label: screenName(screen) }))}
        onChange={(screen) => choose({ screen })}
      />
      <SelectField
        label={t.language}
        value={state.language}
        options={optionsOf(languages, languageNames)}
        onChange={(language) => (language === 'es' ? choose({ language }) : setLanguage(language))}
      />
      <SelectField
        label={t.orientation}
        value={state.orientation}
        options={optionsOf(orientations, t.orientations)}
        onChange={(orientation) => choose({ orientation })}
      />
      <SelectField
        label={t.theme}
        value={state.theme}
        options={optionsOf(themes, t.themes)}
        onChange={(theme) => choose({ theme })}
      />
    </div>
  );
}

interface TabletFrameProps extends PreviewFrame {
  readonly orientation: Orientation;
  readonly title: string;
  /** A CSS length. */
  readonly maxHeight: string;
}

/** The passenger's screen at its own size, made smaller: it has the layout of a tablet. */
function TabletFrame({ orientation, title, maxHeight, ...shown }: TabletFrameProps) {
  const frame = usePreviewFrame(shown);
  const [shownWidth, observe] = useWidth<HTMLDivElement>();
  const { width, height } = tablets[orientation];
  return (
    <div
      className="mx-auto rounded-card border-8 border-night bg-night shadow-card"
      style={{ width: `min(100%, calc(${maxHeight} * ${width / height}))` }}
    >
      <div ref={observe} className="relative overflow-hidden" style={{ aspectRatio: `${width} / ${height}` }}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the page is our own and needs its origin, with which a sandbox holds nothing */}
        <iframe
          ref={frame}
          src={previewPath}
          title={title}
          width={width}
          height={height}
          className="absolute top-0 left-0 max-w-none origin-top-left"
          style={{ transform: `scale(${shownWidth / width})` }}
        />
      </div>
    </div>
  );
}
