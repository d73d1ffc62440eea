import { Suspense } from 'react';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { panels, type PanelId, type PanelProps } from './panels.ts';

export interface PanelDialogProps extends PanelProps {
  readonly panel: PanelId | null;
  readonly onClose: () => void;
}

/** The one dialog of the home screen. It opens at once, even while the panel is loading. */
export function PanelDialog({ panel, onClose, ...props }: PanelDialogProps) {
  const { common, home } = useWords();
  if (panel === null) return null;
  const { Content, title, width = 'medium' } = panels[panel];
  return (
    <Dialog open onClose={onClose} title={title(home)} closeLabel={common.close} width={width}>
      <Boundary fallback={renderFailure}>
        <Suspense fallback={<Loading label={common.loading} tall={width === 'wide'} />}>
          <Content {...props} />
        </Suspense>
      </Boundary>
    </Dialog>
  );
}

function Failure() {
  return <Notice tone="error">{useWords().home.panelFailed}</Notice>;
}

const renderFailure = () => <Failure />;

function Loading({ label, tall }: { label: string; tall: boolean }) {
  return (
    <div className={classes('flex items-center justify-center text-accent', tall ? 'min-h-96' : 'min-h-48')}>
      <Spinner label={label} size={40} />
    </div>
  );
}
