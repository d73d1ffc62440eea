import { useEffect, useState } from 'react';
import type { Content } from '../../../../shared/content/content.ts';
import { previewPath, type PreviewView } from '../../../content/preview.ts';
import { useWidth } from '../../parts/useWidth.ts';
import { PreviewLink, type PreviewHandlers } from './PreviewLink.ts';
import { tablets, type Orientation } from './screens.ts';

interface TabletFrameProps extends PreviewHandlers {
  readonly content: Content;
  readonly view: PreviewView;
  readonly orientation: Orientation;
  readonly title: string;
  /** A CSS length. */
  readonly maxHeight: string;
}

/** The passenger's screen at its own size, made smaller: it has the layout of a tablet. Its handlers stay the same. */
export function TabletFrame(props: TabletFrameProps) {
  const { content, view, orientation, title, maxHeight, onChoose, onCut } = props;
  const [link] = useState(() => new PreviewLink({ onChoose, onCut }));
  const { attach } = link;
  const [shownWidth, observe] = useWidth<HTMLDivElement>();
  const { screen, language, theme } = view;
  useEffect(() => {
    link.show(content, { screen, language, theme });
  }, [link, content, screen, language, theme]);

  const { width, height } = tablets[orientation];
  return (
    <div
      className="mx-auto rounded-card border-8 border-night bg-night shadow-card"
      style={{ width: `min(100%, calc(${maxHeight} * ${width / height}))` }}
    >
      <div ref={observe} className="relative overflow-hidden" style={{ aspectRatio: `${width} / ${height}` }}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the page is our own and needs its origin, with which a sandbox holds nothing */}
        <iframe
          ref={attach}
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
