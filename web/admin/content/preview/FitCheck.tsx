import { useCallback, useEffect, useState } from 'react';
import type { Content } from '../../../../shared/content/content.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { FitWalk, type FitReport } from './FitWalk.ts';
import { PreviewFrame } from './TabletFrame.tsx';
import { PreviewLink } from './PreviewLink.ts';
import { tablets } from './screens.ts';

const nothing = () => undefined;

export interface FitCheckProps {
  readonly content: Content;
  /** Always the same function. */
  readonly onReport: (report: FitReport) => void;
}

/** A tablet out of sight, on which every screen is measured after an edit. */
export function FitCheck({ content, onReport }: FitCheckProps) {
  const { checking } = useNamespace('studio').preview;
  const [walk, setWalk] = useState<FitWalk | null>(null);
  const attach = useCallback(
    (frame: HTMLIFrameElement) => {
      const link = new PreviewLink(nothing);
      const detach = link.attach(frame);
      const started = new FitWalk((draft, { orientation, screen, language }) => {
        frame.width = String(tablets[orientation].width);
        frame.height = String(tablets[orientation].height);
        return link.show(draft, { screen, language, theme: 'light' }, true);
      }, onReport);
      setWalk(started);
      return () => {
        started.stop();
        detach();
      };
    },
    [onReport],
  );
  useEffect(() => walk?.follow(content), [walk, content]);
  return (
    <PreviewFrame
      ref={attach}
      title={checking}
      aria-hidden="true"
      inert
      tabIndex={-1}
      className="pointer-events-none fixed top-0 left-[-200vw] max-w-none opacity-0"
    />
  );
}
