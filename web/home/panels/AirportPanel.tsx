import {
  CarFront,
  Clock,
  Info,
  PlaneLanding,
  PlaneTakeoff,
  SignpostBig,
  type LucideIcon,
} from 'lucide-react';
import type { Fact } from '../../../shared/content/content.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Text } from '../../i18n/Text.tsx';
import { FactRow, Facts } from './Facts.tsx';

/** The icons of the facts that every installation begins with. */
const icons: Readonly<Record<string, LucideIcon>> = {
  'to-centre': CarFront,
  domestic: PlaneTakeoff,
  international: PlaneLanding,
};
const iconsByKind = { minutes: Clock, gate: SignpostBig } as const;

export default function AirportPanel() {
  const { airport } = useContent();
  return (
    <Facts cards="row">
      {airport.facts.map((fact) => (
        <AirportFact key={fact.id} fact={fact} />
      ))}
    </Facts>
  );
}

function AirportFact({ fact: { id, title, line, value } }: { fact: Fact }) {
  const { info } = useNamespace('panels');
  const icon = icons[id] ?? (value ? iconsByKind[value.kind] : Info);
  return (
    <FactRow
      icon={icon}
      title={<Text words={title} />}
      line={<Text words={line} />}
      value={value && (value.kind === 'minutes' ? info.minutes(value.minutes) : info.gate(value.gate))}
    />
  );
}
