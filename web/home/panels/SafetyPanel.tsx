import {
  LifeBuoy,
  MapPinned,
  RadioTower,
  ShieldCheck,
  Umbrella,
  UserRoundCheck,
  type LucideIcon,
} from 'lucide-react';
import { lazy, useState } from 'react';
import { claimsFor } from '../../content/claims.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import { isVerified } from '../../data/drivers/driverState.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Text } from '../../i18n/Text.tsx';
import { Optional } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import type { PanelProps } from '../panelProps.ts';
import { EmergencyCard } from './EmergencyCard.tsx';
import { FactRow, Facts } from './Facts.tsx';

const HelpCode = lazy(() => import('./HelpCode.tsx'));

/** The icons of the claims that every installation begins with. */
const icons: Readonly<Record<string, LucideIcon>> = {
  gps: MapPinned,
  driver: UserRoundCheck,
  insurance: Umbrella,
  monitoring: RadioTower,
};

/** The safety measures of the trip and the emergency numbers. */
export default function SafetyPanel({ driver }: PanelProps) {
  const claims = claimsFor(useContent(), isVerified(driver));
  const { measures } = useNamespace('emergency');
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.25fr_1fr] tablet:max-xl:grid-cols-1 tablet:larger:grid-cols-1">
      <EmergencyCard driver={driver}>
        <Help code={driver.verification_code} />
      </EmergencyCard>
      {claims.length > 0 && (
        <section aria-labelledby="safety-measures">
          <h3 id="safety-measures" className="headline mb-3 text-lead">
            {measures}
          </h3>
          <Facts>
            {claims.map(({ id, title, line }) => (
              <FactRow
                key={id}
                icon={icons[id] ?? ShieldCheck}
                title={<Text words={title} />}
                line={<Text words={line} />}
              />
            ))}
          </Facts>
        </section>
      )}
    </div>
  );
}

/** Leads to the company's page for lost property and complaints. Its code loads when somebody asks for it. */
function Help({ code }: { readonly code: string }) {
  const { help } = useNamespace('emergency');
  const [open, setOpen] = useState(false);
  if (open)
    return (
      <div className="basis-full">
        <Optional>
          <HelpCode code={code} />
        </Optional>
      </div>
    );
  return (
    <Button
      variant="secondary"
      icon={<LifeBuoy size={24} className="shrink-0" aria-hidden="true" />}
      onClick={() => setOpen(true)}
      className="min-w-[min(18rem,100%)] flex-1"
    >
      {help}
    </Button>
  );
}
