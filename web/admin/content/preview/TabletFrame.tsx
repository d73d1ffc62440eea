import { useCallback, useEffect, useState, type ComponentProps } from 'react';
import type { Content } from '../../../../shared/content/content.ts';
import { previewPath, type PreviewView } from '../../../content/preview.ts';
import { PreviewLink } from './PreviewLink.ts';
import { tablets, type Orientation } from './screens.ts';

/** The width of an element as it changes. */
function useWidth<Element extends HTMLElement>() {
  const [width, setWidth] = useState(0);
  const observe = useCallback((element: Element) => {
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, observe] as const;
}

interface TabletFrameProps {
  readonly content: Content;
  readonly view: PreviewView;
  readonly orientation: Orientation;
  readonly title: string;
  /** A CSS length. */
  readonly maxHeight: string;
  /** Called when a panel is opened or a language chosen in the frame. Always the same function. */
  readonly onChoose: (view: Partial<PreviewView>) => void;
}

/** The passenger's screen at its own size, made smaller: it has the layout of a tablet. */
export function TabletFrame({ content, view, orientation, title, maxHeight, onChoose }: TabletFrameProps) {
  const [link] = useState(() => new PreviewLink(onChoose));
  const { attach } = link;
  const [shownWidth, observe] = useWidth<HTMLDivElement>();
  const { screen, language, theme } = view;
  useEffect(() => {
    void link.show(content, { screen, language, theme });
  }, [link, content, screen, language, theme]);

  const { width, height } = tablets[orientation];
  return (
    <div
      className="mx-auto rounded-card border-8 border-night bg-night shadow-card"
      style={{ width: `min(100%, calc(${maxHeight} * ${width / height}))` }}
    >
      <div ref={observe} className="relative overflow-hidden" style={{ aspectRatio: `${width} / ${height}` }}>
        <PreviewFrame
          ref={attach}
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

/** A frame that loads the page of the preview. */
export function PreviewFrame(props: Omit<ComponentProps<'iframe'>, 'src'>) {
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox, jsx-a11y/iframe-has-title -- the page is our own and needs its origin, with which a sandbox holds nothing; callers give the title
    <iframe {...props} src={previewPath} />
  );
}
