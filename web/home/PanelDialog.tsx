import { Suspense, useEffect, useState } from 'react';
import { DriverPhoto } from '../components/DriverPhoto.tsx';
import { Plate } from '../components/Plate.tsx';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { afterPaint } from '../util/firstScreen.ts';
import { panels, type PanelId } from './panels.ts';
import type { PanelProps, PanelView } from './panelProps.ts';

export interface PanelDialogProps extends Omit<PanelProps, 'onView'> {
  readonly panel: PanelId | null;
  /** Draws the content with the frame: the preview measures it. */
  readonly atOnce?: boolean;
}

/** The driver's photo and plate beside the title: on a tablet the panel hides the driver's card. */
function Driver({ driver }: Pick<PanelProps, 'driver'>) {
  return (
    <div className="window-driver">
      <DriverPhoto driver={driver} className="size-18 rounded-full low:size-14" />
      <Plate plate={driver.license_plate} />
    </div>
  );
}

/** The one dialog of the home screen. It opens at once, even while the panel is loading. */
export function PanelDialog({ panel, ...props }: PanelDialogProps) {
  return panel && <OpenPanel key={panel} panel={panel} {...props} />;
}

function OpenPanel({ panel, atOnce = false, ...props }: PanelDialogProps & { readonly panel: PanelId }) {
  const { common, home } = useMessages();
  const [view, setView] = useState<PanelView | null>(null);
  // The frame first: it answers the finger while a slow device draws the content, and the driver beside the title.
  const [drawsContent, setDrawsContent] = useState(atOnce);
  useEffect(() => afterPaint(() => setDrawsContent(true)), []);
  const { Content, title, width = 'medium', showsDriver } = panels[panel];
  const height = width === 'wide' ? 'min-h-96' : 'min-h-48';
  const loading = (
    <div className={classes('flex items-center justify-center text-accent', height)}>
      <Spinner label={common.loading} size={44} />
    </div>
  );
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={view?.title ?? title(home)}
      back={view?.back}
      closeLabel={common.close}
      width={width}
      aside={drawsContent && !showsDriver && <Driver {...props} />}
    >
      <Boundary fallback={<Notice tone="error">{home.panelFailed}</Notice>}>
        <Suspense fallback={loading}>
          {drawsContent ? <Content {...props} onView={setView} /> : <div className={height} />}
        </Suspense>
      </Boundary>
    </Dialog>
  );
}
