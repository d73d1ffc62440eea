import { useEffect } from 'react';
import { LanguagePanel } from '../components/LanguagePanel.tsx';
import { ShownRelease } from '../content/ContentProvider.tsx';
import { isPreviewScreen, type PreviewScreen, type PreviewView } from '../content/preview.ts';
import { displayedRating } from '../data/drivers/drivers.ts';
import type { Release } from '../data/content/releases.ts';
import type { PassengerScreen } from '../home/HomeScreen.tsx';
import type { PanelId } from '../home/panels.ts';
import { LanguageProvider, type Dictionary } from '../i18n/LanguageProvider.tsx';
import { useDialog } from '../ui/useDialog.ts';
import { sampleDriver } from './sampleDriver.ts';

const nothing = () => undefined;

export interface DraftScreenProps {
  /** The component of the home screen. */
  readonly Passenger: typeof PassengerScreen;
  readonly release: Release;
  readonly dictionary: Dictionary;
  readonly screen: PreviewScreen;
  /** Called when a panel is opened or a language chosen here. */
  readonly onChoose: (view: Partial<PreviewView>) => void;
  /** Called after each drawing; another function is called for the next one. */
  readonly onDrawn: () => void;
}

/** The passenger's screen with a draft. Panels that show nothing of it stay closed: some would act for the administrator. */
export function DraftScreen({ Passenger, release, dictionary, screen, onChoose, onDrawn }: DraftScreenProps) {
  const languages = useDialog();
  useEffect(onDrawn, [onDrawn]);
  const open = (panel: PanelId) => {
    if (isPreviewScreen(panel)) onChoose({ screen: panel });
  };
  return (
    <ShownRelease release={release}>
      <LanguageProvider
        key={dictionary.language}
        initial={dictionary}
        keep={(language) => onChoose({ language })}
      >
        <Passenger
          driver={sampleDriver}
          rating={displayedRating(sampleDriver)}
          complete
          connection={null}
          pending={null}
          thanking={false}
          panel={screen === 'home' ? null : screen}
          onOpen={open}
          atOnce
          onClose={() => onChoose({ screen: 'home' })}
          onLanguage={languages.show}
          onRated={nothing}
        >
          <LanguagePanel open={languages.open} onClose={languages.close} />
        </Passenger>
      </LanguageProvider>
    </ShownRelease>
  );
}
