import { Suspense } from 'react';
import type { Driver } from '../data/drivers.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { classes } from '../ui/classes.ts';
import { Dialog, type DialogProps } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import {
  AccountPanel,
  DisplayPanel,
  DriverMenu,
  DriverPanel,
  GuidePanel,
  InfoPanel,
  LegalTaxiPanel,
  PhrasesPanel,
  PlacesPanel,
  RatingPanel,
  SafetyPanel,
  ToursPanel,
  type PanelId,
} from './panels.ts';

export interface PanelDialogProps {
  readonly panel: PanelId | null;
  readonly driver: Driver;
  readonly onClose: () => void;
  /** The passenger's rating, 1 to 5, has been written. */
  readonly onRated: (stars: number) => void;
  readonly onAccount: () => void;
}

const widths: Partial<Record<PanelId, DialogProps['width']>> = {
  safety: 'wide',
  tours: 'wide',
  places: 'wide',
  talk: 'wide',
  legal: 'wide',
  driver: 'wide',
  display: 'narrow',
  driverMenu: 'narrow',
  account: 'narrow',
};

/** The one dialog of the home screen. It opens at once; what it shows may still be loading. */
export function PanelDialog({ panel, ...rest }: PanelDialogProps) {
  const { common, home } = useWords();
  if (panel === null) return null;
  const rating = { title: home.rateTrip };
  const { title } = {
    ...home.tiles,
    driver: { title: home.driver },
    rating,
    display: { title: home.display },
    driverMenu: { title: home.driverMenu },
    account: { title: home.account },
  }[panel];
  return (
    <Dialog
      open
      onClose={rest.onClose}
      title={title}
      closeLabel={common.close}
      width={widths[panel] ?? 'medium'}
    >
      <Boundary fallback={renderFailure}>
        <Suspense fallback={<Loading label={common.loading} tall={widths[panel] === 'wide'} />}>
          <Content panel={panel} {...rest} />
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

function Content({ panel, driver, onRated, onAccount }: PanelDialogProps & { panel: PanelId }) {
  switch (panel) {
    case 'rating':
      return <RatingPanel driver={driver} onRated={onRated} />;
    case 'display':
      return <DisplayPanel />;
    case 'driverMenu':
      return <DriverMenu onAccount={onAccount} />;
    case 'account':
      return <AccountPanel />;
    case 'tours':
      return <ToursPanel driver={driver} />;
    case 'places':
      return <PlacesPanel />;
    case 'safety':
      return <SafetyPanel driver={driver} />;
    case 'talk':
      return <PhrasesPanel />;
    case 'guide':
      return <GuidePanel driver={driver} />;
    case 'driver':
      return <DriverPanel driver={driver} />;
    case 'legal':
      return <LegalTaxiPanel driver={driver} />;
    default:
      return <InfoPanel topic={panel} driver={driver} />;
  }
}
